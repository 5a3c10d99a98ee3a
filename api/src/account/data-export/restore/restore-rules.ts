import {
  ACTIVE_GOALS_MAX,
  HeartRateZone,
  Lap,
  NotificationSettingsUpdate,
  PlanWeeks,
  SwimLength,
  TrainingSteps,
  Weather,
} from '@waymark/api-contract';
import { z } from 'zod';
import { GoalTargets, RestoredGoal } from '../../../training/goals/tables.ts';
import { MAX_ZONES } from '../../../training/privacy/zones/zone-routes.ts';
import { FullLoad } from '../../../programs/training-plans/tables.ts';

/** How the rows of a table come back from an archive. */
export type RestoreRule =
  /**
   * Copied with new ids. `json` describes each JSON column, `row` several columns together; `without` names columns that
   * start anew; `maxRows` is far above what a member can make, `maxOf` what a member has at once of some rows.
   */
  | {
      kind: 'rows';
      json?: Readonly<Record<string, z.ZodType>>;
      row?: z.ZodType;
      without?: readonly string[];
      maxOf?: { column: string; value: string; max: number };
      maxRows?: number;
    }
  /** Left to the code that derives it from other tables, or not restored for the reason given. */
  | { kind: 'derived' | 'omitted'; reason: string };

const ids = z.array(z.number().int()).max(1000);
const sentences = z.array(z.string().max(1000)).max(1000);
const omitted = (reason: string): RestoreRule => ({ kind: 'omitted', reason });
const derived = (reason: string): RestoreRule => ({ kind: 'derived', reason });

const SIGN_IN = omitted('belongs to how somebody signs in, which the new account has its own of');
const OTHERS = omitted('concerns other members, who are not in the archive');
const BOOKKEEPING = omitted('bookkeeping of work in the background');
const BILLING = omitted('what was paid belongs to the account that paid it');
const FROM_WORKOUTS = derived('computed from the workouts');

/**
 * What an archive brings back, table by table, in the order in which rows are inserted. A table without a rule is not
 * restored, and the test of the round trip fails until it has one.
 */
export const RESTORE_RULES: Readonly<Record<string, RestoreRule>> = {
  heart_rate_zones: { kind: 'rows', json: { zones: z.array(HeartRateZone).min(2).max(8) }, maxRows: 1000 },
  threshold_powers: { kind: 'rows', maxRows: 1000 },
  gear: { kind: 'rows', maxRows: 1000 },
  user_goals: {
    kind: 'rows',
    json: { targets: GoalTargets },
    row: RestoredGoal,
    maxRows: 10_000,
    maxOf: { column: 'status', value: 'active', max: ACTIVE_GOALS_MAX },
  },
  routes: { kind: 'rows', maxRows: 100_000 },
  route_points: { kind: 'rows', without: ['plan'] },
  file_imports: {
    kind: 'rows',
    // A list shows hundreds of uploads with theirs.
    json: { warnings: sentences.transform((all) => all.slice(0, 50)), duplicate_ids: ids },
    // Of a file within an archive of files: it is stored by itself now.
    without: ['entry', 'told', 'preview', 'source_id', 'source_index', 'reader', 'storage_key'],
  },
  workout_edits: { kind: 'rows' },
  workouts: {
    kind: 'rows',
    json: {
      laps: z.array(Lap).max(20_000),
      lengths: z.array(SwimLength).max(100_000),
      warnings: sentences,
    },
  },
  workout_edit_parts: { kind: 'rows' },
  workout_streams: { kind: 'rows' },
  workout_photos: { kind: 'rows', without: ['original_key'] },
  workout_weather: { kind: 'rows', json: { weather: Weather.nullable() } },
  privacy_zones: { kind: 'rows', maxRows: MAX_ZONES },
  notification_settings: {
    kind: 'rows',
    json: { kinds: NotificationSettingsUpdate.shape.kinds.unwrap() },
    maxRows: 1,
  },
  stories: { kind: 'rows', maxRows: 200_000 },
  training_plans: { kind: 'rows', json: { weeks: PlanWeeks }, without: ['share_key'], maxRows: 100 },
  started_plans: { kind: 'rows', maxRows: 200 },
  planned_sessions: {
    kind: 'rows',
    json: { steps: TrainingSteps, full_load: FullLoad.nullable() },
    maxRows: 100_000,
  },

  users: derived('the profile: see restore-profile.ts'),
  member_names: derived('computed from the profile'),
  privacy_zone_owners: derived('the key comes back with the zones'),
  workout_counts: FROM_WORKOUTS,
  workout_totals: FROM_WORKOUTS,
  workout_analyses: FROM_WORKOUTS,
  record_candidates: FROM_WORKOUTS,
  curve_tops: FROM_WORKOUTS,
  redacted_workouts: omitted('computed when somebody else looks at a workout'),
  redacted_candidates: omitted('computed when somebody else looks at a workout'),
  stale_redactions: omitted('computed when somebody else looks at a workout'),

  consent_records: omitted(
    'the new account answers for itself; only refusals come along, see restore-account.ts',
  ),
  health_data_deletions: omitted('what was deleted is not in the archive'),
  link_keys: omitted('links to workouts and routes are made anew'),
  feed_addresses: omitted('the private address of the feed is made anew'),
  calendar_addresses: omitted('the private address of the calendar is made anew'),
  logins: SIGN_IN,
  sessions: SIGN_IN,
  refresh_tokens: SIGN_IN,
  mail_tokens: SIGN_IN,
  email_changes: SIGN_IN,
  passkeys: SIGN_IN,
  chat_app_links: SIGN_IN,
  webauthn_challenges: SIGN_IN,
  totp_secrets: SIGN_IN,
  recovery_codes: SIGN_IN,
  personal_tokens: SIGN_IN,
  oauth_clients: SIGN_IN,
  oauth_records: SIGN_IN,
  connections: omitted('services and upload addresses are connected anew'),
  connection_files: omitted('what a service named belongs to its connection'),
  security_events: SIGN_IN,
  deletion_requests: SIGN_IN,
  friendships: OTHERS,
  friend_counts: OTHERS,
  friend_request_history: OTHERS,
  friend_invites: OTHERS,
  dismissed_suggestions: OTHERS,
  member_actions: OTHERS,
  mutes: OTHERS,
  notification_causes: OTHERS,
  push_subscriptions: omitted('browsers are subscribed anew'),
  push_queue: BOOKKEEPING,
  route_bookmarks: OTHERS,
  story_likes: OTHERS,
  story_comments: OTHERS,
  story_counts: OTHERS,
  reports: OTHERS,
  reporters: OTHERS,
  suspensions: OTHERS,
  appeals: OTHERS,
  challenges: OTHERS,
  challenge_teams: OTHERS,
  groups: OTHERS,
  challenge_members: OTHERS,
  challenge_former_teams: OTHERS,
  group_members: OTHERS,
  group_invitations: OTHERS,
  challenge_invitations: OTHERS,
  challenge_contributions: FROM_WORKOUTS,
  uncounted_workouts: FROM_WORKOUTS,
  excluded_workouts: FROM_WORKOUTS,
  workout_reviews: omitted('decisions of moderators of another installation'),
  challenge_awards: omitted('belongs to challenges of the installation that it was earned in'),
  points_accounts: FROM_WORKOUTS,
  points_entries: FROM_WORKOUTS,
  billing_accounts: BILLING,
  billing_ledger: BILLING,
  billing_profiles: BILLING,
  billing_mails: BILLING,
  paid_subscriptions: BILLING,
  payment_attempts: BILLING,
  user_coupons: BILLING,
  gifts: BILLING,
  receipts: BILLING,
  operator_actions: BILLING,
  client_events: BOOKKEEPING,
  idempotency_keys: BOOKKEEPING,
  import_told: BOOKKEEPING,
  sent_mails: BOOKKEEPING,
  data_exports: BOOKKEEPING,
  data_restores: BOOKKEEPING,
};

export type RowsRule = Extract<RestoreRule, { kind: 'rows' }>;

/** Tables whose rows are copied, in the order of their insertion. */
export const RESTORED_TABLES: readonly (readonly [table: string, rule: RowsRule])[] = Object.entries(
  RESTORE_RULES,
).flatMap(([table, rule]) => (rule.kind === 'rows' ? [[table, rule] as const] : []));
