import type { PlannedSession } from '@waymark/api-contract';
import { addDays } from '../../kernel/local-day.ts';
import { SPORT_GROUPS } from './match-sessions.ts';

/** Shorter breaks, and single missed sessions, are a matter of course. */
const AWAY_DAYS_MIN = 6;
const MISSED_MIN = 2;
/** Days after an adaptation in which there is no other one. */
const PAUSE_DAYS = 6;
/** A longer break has the return of this one. */
const RETURN_DAYS_MAX = 63;
const SHORT_BREAK_DAYS = 28;
/**
 * Percent of the load in the equal parts of the days after a break, of which there are as many as those away. After
 * J. Daniels, Daniels' Running Formula, 3rd ed., Human Kinetics 2014, the table of adjustments after breaks.
 */
const SHORT_BREAK_LOADS = [50, 75];
const LONG_BREAK_LOADS = [33, 50, 75];

/** By them one sees whether somebody trains for the plan: yoga does not keep a runner running. */
const KEY_KINDS: ReadonlySet<string> = new Set(['long', 'tempo', 'intervals', 'race']);

type AdaptableSession = Pick<
  PlannedSession,
  'id' | 'day' | 'sport' | 'kind' | 'status' | 'workout' | 'load_percent'
>;

export interface AdaptationInput {
  today: string;
  /** The day of the last adaptation. */
  adaptedDay: string | null;
  /** No session moves beyond this day. */
  latestDay: string;
  /** In the order of their days. */
  sessions: readonly AdaptableSession[];
  /** The member's, from the first session on. */
  workouts: readonly { local_day: string; groups: readonly string[] }[];
}

export interface Adaptation {
  awayDays: number;
  /** Whole weeks; 0 where nothing moves. */
  movedDays: number;
  /** The new day of each session that moves. */
  days: ReadonlyMap<number, string>;
  /** The percent of each session whose load changes. */
  loads: ReadonlyMap<number, number>;
  easedUntil: string | null;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const isOpen = ({ status }: AdaptableSession): boolean => status === 'planned' || status === 'missed';

function lastActiveDay({ sessions, workouts, today }: AdaptationInput): string {
  const keySessions = sessions.filter(({ kind }) => KEY_KINDS.has(kind));
  const groups = new Set(
    (keySessions.length > 0 ? keySessions : sessions).flatMap(({ sport }) => SPORT_GROUPS[sport]),
  );
  const days = [
    // What was done before the plan is no break from it.
    addDays(sessions[0]!.day, -1),
    ...workouts
      .filter((workout) => workout.groups.some((group) => groups.has(group)))
      .map(({ local_day }) => local_day),
    ...sessions.flatMap(({ workout }) => workout?.day ?? []),
  ];
  return days
    .filter((day) => day <= today)
    .toSorted()
    .at(-1)!;
}

/** Percent of the load so many days after the return from a break. */
function loadAfterBreak(daysBack: number, awayDays: number): number {
  const parts = awayDays <= SHORT_BREAK_DAYS ? SHORT_BREAK_LOADS : LONG_BREAK_LOADS;
  return parts[Math.floor((daysBack * parts.length) / Math.min(awayDays, RETURN_DAYS_MAX))] ?? 100;
}

/**
 * What a plan becomes after a break: it goes on where it was left, on the same days of the week, with less at first. A
 * race keeps its day, and nothing moves while one lies ahead. Null where there was no break, or nothing is left to change.
 */
export function adaptPlan(plan: AdaptationInput): Adaptation | null {
  const { today, adaptedDay, latestDay, sessions } = plan;
  if (adaptedDay !== null && daysBetween(adaptedDay, today) <= PAUSE_DAYS) return null;
  if (sessions.length === 0 || sessions[0]!.day > today) return null;
  const activeDay = lastActiveDay(plan);
  const awayDays = daysBetween(activeDay, today) - 1;
  const missed = sessions.filter(({ status, day }) => status === 'missed' && day > activeDay);
  if (missed.length < MISSED_MIN || awayDays < AWAY_DAYS_MIN) return null;

  const hasRaceAhead = sessions.some(({ kind, status }) => kind === 'race' && status === 'planned');
  const from = hasRaceAhead ? undefined : missed.find(({ kind }) => kind !== 'race')?.day;
  const movedDays = from === undefined ? 0 : 7 * Math.ceil(daysBetween(from, today) / 7);
  const days = new Map(
    sessions
      .filter(
        (session) => from !== undefined && session.day >= from && session.kind !== 'race' && isOpen(session),
      )
      .map(({ id, day }) => [id, addDays(day, movedDays)]),
  );
  if ([...days.values()].some((day) => day > latestDay)) return null;

  const dayOf = ({ id, day }: AdaptableSession): string => days.get(id) ?? day;
  // Days before the first session ease nothing: the return begins with it.
  const returnDay = sessions
    .filter((session) => isOpen(session) && dayOf(session) >= today)
    .map(dayOf)
    .toSorted()[0];
  const loads = new Map<number, number>();
  let easedUntil: string | null = null;
  for (const session of sessions) {
    const day = dayOf(session);
    if (session.status === 'done' || day < today) continue;
    const load =
      session.kind === 'race' || !isOpen(session)
        ? 100
        : loadAfterBreak(daysBetween(returnDay!, day), awayDays);
    if (load !== session.load_percent) loads.set(session.id, load);
    if (load < 100 && (easedUntil === null || day > easedUntil)) easedUntil = day;
  }
  const hasEffect = movedDays > 0 || (easedUntil !== null && loads.size > 0);
  return hasEffect ? { awayDays, movedDays, days, loads, easedUntil } : null;
}
