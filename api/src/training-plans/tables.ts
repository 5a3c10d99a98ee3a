import type {
  PlanGoal,
  PlanLevel,
  PlanSport,
  PlanWeeks,
  SessionKind,
  TrainingItem,
} from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';

/** A plan that a member made. */
export interface TrainingPlanTable {
  user_id: number;
  id: number;
  title: string;
  description: string;
  goal: PlanGoal;
  level: PlanLevel;
  weeks: JSONColumnType<PlanWeeks>;
  /** Of the link that its owner shares; null without one. */
  share_key: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A plan that a member follows. Its sessions are copies: a new version of the plan does not change them. */
export interface StartedPlanTable {
  user_id: number;
  id: number;
  /** In the catalogue; null for others. */
  template_name: string | null;
  /** Among the member's own; null for others. */
  own_plan_id: number | null;
  title: string;
  goal: PlanGoal;
  level: PlanLevel;
  week_count: number;
  first_day: string;
  status: 'active' | 'stopped';
  /** The last day that counts of a stopped plan. */
  stopped_day: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PlannedSessionTable {
  user_id: number;
  id: number;
  started_plan_id: number;
  week: number;
  day: string;
  planned_day: string;
  sport: PlanSport;
  kind: SessionKind;
  title: string;
  description: string;
  steps: JSONColumnType<TrainingItem[]>;
  distance: number | null;
  duration: number;
  is_skipped: boolean;
  /** The workout that the member chose. */
  workout_id: number | null;
  /** The member said that no workout was this session. */
  is_unmatched: boolean;
  /** Counts changes, for calendar apps. */
  revision: number;
  updated_at: Date;
}

export interface CalendarAddressTable {
  user_id: number;
  /** The address is derived from it; a new one ends the old address. */
  nonce: number;
  created_at: Date;
}

interface TrainingPlanTables {
  training_plans: TrainingPlanTable;
  started_plans: StartedPlanTable;
  planned_sessions: PlannedSessionTable;
  calendar_addresses: CalendarAddressTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends TrainingPlanTables {}
}
