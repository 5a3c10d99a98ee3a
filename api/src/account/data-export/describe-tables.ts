import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { omittedColumns } from './member-rows.ts';

/** What each table of an archive holds, told to the member whose rows these are. A table without a sentence fails the test of the archive. */
export const TABLE_MEANINGS: Readonly<Record<string, string>> = {
  appeals: 'Your appeals against decisions of moderators, and their answers.',
  billing_accounts: 'Whether you have premium, and until when.',
  billing_ledger:
    'Each entry of your account with us: orders, payments, refunds and given days. Amounts are in the smallest unit of the currency.',
  billing_profiles: 'Cards that you stored, by their last digits.',
  calendar_addresses:
    'That you made a private address of your training calendar; the address itself is a secret.',
  challenge_awards: 'Awards that you won.',
  challenge_contributions: 'What each of your workouts added to each challenge.',
  challenge_former_teams: 'Teams of challenges that you left while they ran.',
  challenge_invitations: 'Challenges that friends invited you to.',
  challenge_members: 'Challenges that you joined, with your progress and score.',
  challenge_teams: 'Teams of the challenges that you made.',
  challenges: 'Challenges that you made.',
  chat_app_links: 'Chat apps that you log in with.',
  client_events: 'Uses and failures of pages that your browser reported, as you allowed.',
  connection_files: 'Workouts that connected services named to us.',
  connections: 'Services and upload addresses that bring your workouts in; their secrets are left out.',
  consent_records:
    'Each answer that you gave about consents: time, version of what was asked, language and page.',
  curve_tops:
    'Your best curves of power and pace in each month and year, packed; worked out from the recordings.',
  deletion_requests: 'That you asked to delete your account, and when it is erased.',
  dismissed_suggestions: 'Suggested friends that you sent away.',
  email_changes: 'An address of mail that waits to be confirmed.',
  excluded_workouts: 'Workouts that count nowhere, and why.',
  feed_addresses: 'That you made a private address of your feed; the address itself is a secret.',
  file_imports: 'Files that you uploaded, and what became of them.',
  friend_counts: 'How many friends and open requests you have.',
  friend_request_history:
    'How often you asked somebody to be your friend, and when you found somebody by their e-mail address, for a day.',
  friendships: 'Your friends, requests and blocks, by the numbers of the members.',
  gear: 'Your gear with its distances, in metres.',
  gifts: 'Premium that you bought for others.',
  group_invitations: 'Groups that friends invited you to.',
  group_members: 'Groups that you belong to.',
  groups: 'Groups that you own; the secret of their link is left out.',
  health_data_deletions: 'That you had your stored health data deleted, and when.',
  heart_rate_zones:
    'Heart-rate zones that you made, in beats per minute; the latest before a workout counts for it.',
  import_told: 'Names and notes of an archive of another service that wait for their files.',
  logins: 'How you log in; your password is stored nowhere, and its hash is left out.',
  member_actions: 'How often you did what is limited in number, for a while.',
  member_names: 'Words that your profile is found by.',
  mutes: 'Members whom you muted.',
  notification_causes: 'What you were notified of.',
  notification_settings: 'Which notifications you want, and how.',
  oauth_clients: 'Applications that you registered; their secrets are left out.',
  operator_actions: 'What whoever runs this site looked at or did in your billing.',
  passkeys: 'Passkeys of yours by name; their keys are left out.',
  personal_tokens: 'Access tokens that you made, by name; the tokens themselves are stored nowhere.',
  planned_sessions: 'Sessions of the training plans that you started.',
  points_accounts: 'Since when your points are counted.',
  points_entries: 'Points that you earned or lost, and for what.',
  privacy_zone_owners: 'That you have, or had, a privacy zone.',
  privacy_zones: 'Your privacy zones: what is near these places is hidden from others. Degrees and metres.',
  push_subscriptions: 'Browsers that get your notifications; their addresses are left out.',
  receipts: 'Receipts for what you paid.',
  record_candidates: 'Your fastest stretches by distance; worked out from the recordings.',
  redacted_candidates: 'The same as others see them, without what is hidden.',
  redacted_workouts: 'Figures of workouts as others see them, without what is hidden.',
  reporters: 'Reports of yours to the moderators.',
  reports: 'Reports about you that had consequences.',
  route_bookmarks: 'Routes of others that you bookmarked.',
  route_points: 'Points of your routes, packed; routes/ has the same as GPX.',
  routes: 'Your routes but for their points. Metres and degrees.',
  security_events: 'Sign-ins, failures and changes of how you log in.',
  sessions: 'Browsers in which you are logged in, or were.',
  stale_redactions: 'Workouts whose figures for others are being worked out.',
  started_plans: 'Training plans that you started.',
  stories: 'What you did, as feeds show it; your posts with their text.',
  story_comments: 'Comments that you wrote.',
  story_counts: 'How many likes and comments your stories have.',
  story_likes: 'Stories that you like.',
  suspensions: 'That a moderator suspended you.',
  threshold_powers: 'Your threshold powers, in watts; the latest before a workout counts for it.',
  training_plans: 'Training plans that you made; the secret of their link is left out.',
  uncounted_workouts: 'Imported workouts that are about to be counted in your challenges.',
  user_coupons: 'Coupons that you used.',
  user_goals: 'Weekly goals that you set.',
  users: 'Your profile and settings. Height in metres, weight in kilograms.',
  workout_counts: 'How many workouts you have, by who may see them.',
  workout_edit_parts: 'Workouts as they were before a cut, a split or a merge.',
  workout_edits: 'Cuts, splits and merges of workouts that can be undone.',
  workout_photos: 'Photos of your workouts and posts; photos/ has the pictures by their id.',
  workout_reviews: 'What you said of workouts that count nowhere, and what a moderator decided.',
  workout_streams: 'Series of your recordings, packed; workouts/ has the same as FIT, TCX and GPX.',
  workout_totals: 'Totals of your days, weeks, months and years; worked out from the workouts.',
  workout_weather: 'Weather of your workouts.',
  workouts: 'Your workouts: metres, seconds, metres a second, kilocalories, beats a minute and watts.',
};

/** How a value of a type stands in JSON; types that stand as they are have no entry. */
const FORMS: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'text: date and time, with its offset from UTC',
  date: 'text: year-month-day',
  bytea: 'text: packed bytes, in hexadecimal after \\x',
  bigint: 'whole number',
  integer: 'whole number',
  smallint: 'whole number',
  'double precision': 'number',
  real: 'number',
  numeric: 'number',
  boolean: 'true or false',
  jsonb: 'JSON',
  ARRAY: 'list',
};

/** What stands in the files of `data/`: each table with its columns, as the database has them now. */
export async function describeTables(db: Db, tables: readonly string[]): Promise<string> {
  const { rows } = await sql<{ table: string; name: string; type: string; is_optional: boolean }>`
    select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as is_optional
    from information_schema.columns where table_schema = current_schema()
    order by table_name, ordinal_position`.execute(db);
  const columns = Map.groupBy(rows, ({ table }) => table);
  const sections = tables.map((table) => {
    const omitted = omittedColumns(table);
    const lines = (columns.get(table) ?? [])
      .filter(({ name }) => !omitted.includes(name))
      .map(
        ({ name, type, is_optional }) => `- ${name}: ${FORMS[type] ?? type}${is_optional ? ', or null' : ''}`,
      );
    return [`## ${table}`, '', TABLE_MEANINGS[table] ?? '', '', ...lines, ''].join('\n');
  });
  return [
    '# The files of data/',
    '',
    'One file for each table, one line of JSON for each row. Columns that end in `_id` name a row of another table, or a member, by number.',
    '',
    ...sections,
  ].join('\n');
}
