import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { findMemberTables } from '../account-deletion/erasure-rules.ts';

/**
 * Tables that an archive leaves out, with the reason that it states. What is new is in the archive until somebody
 * decides otherwise.
 */
export const OMITTED_TABLES: Readonly<Record<string, string>> = {
  refresh_tokens: 'secrets of sign-ins',
  mail_tokens: 'secrets of links in mails',
  webauthn_challenges: 'secrets of sign-ins',
  totp_secrets: 'the secret of the authenticator app',
  recovery_codes: 'hashes of recovery codes',
  link_keys: 'secrets of links to workouts and routes',
  friend_invites: 'the secret of the invitation link',
  idempotency_keys: 'bookkeeping of repeated calls',
  workout_analyses: 'worked out from the recordings',
  oauth_records: 'secrets of applications that you allowed',
  data_exports: 'archives such as this one',
  data_restores: 'archives that were brought in',
  push_queue: 'bookkeeping of notifications to browsers',
  billing_mails: 'mails that you have',
  mailbox: 'mails that you have',
  sent_mails: 'which mails you have',
  payment_attempts: 'in the ledger of billing',
  paid_subscriptions: 'in the ledger of billing',
};

/** Tables without a column `user_id`, and which of their rows a member made. */
const OWN_ROWS: Readonly<Record<string, (userId: number) => RawBuilder<boolean>>> = {
  users: (userId) => sql<boolean>`t.id = ${userId}`,
  challenges: (userId) => sql<boolean>`t.owner_id = ${userId}`,
  challenge_teams: (userId) =>
    sql<boolean>`t.challenge_id in (select id from challenges where owner_id = ${userId})`,
  groups: (userId) => sql<boolean>`t.owner_id = ${userId}`,
  story_comments: (userId) => sql<boolean>`t.author_id = ${userId}`,
};

/** Columns that never leave, by table. */
const OMITTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  logins: ['password_hash'],
  oauth_clients: ['secret'],
  push_subscriptions: ['endpoint', 'p256dh', 'auth', 'server_key'],
  connections: ['upload_hash', 'tokens'],
  passkeys: ['public_key', 'credential_id'],
  billing_profiles: ['cc_token', 'fingerprint'],
  billing_accounts: ['customer'],
  training_plans: ['share_key'],
  operator_actions: ['operator_id'],
  gifts: ['given_by'],
  groups: ['link_key'],
  // What other members decided or wrote about this one, in confidence.
  friend_request_history: ['denied'],
  reports: ['note', 'resolution_note', 'later_snapshots', 'decided_by', 'mailed_at'],
  appeals: ['decided_by', 'mailed_at'],
  reporters: ['number'],
};

/**
 * Rows that tell what others did in confidence: the member is told neither who blocked them nor of reports without
 * consequence. A request of somebody who is suspended is shown nowhere.
 */
const OMITTED_ROWS: Readonly<Record<string, ReturnType<typeof sql<boolean>>>> = {
  friendships: sql<boolean>`(t.status = 'blocked' and not t.has_blocked
    or t.status = 'pending' and t.requested_by = t.friend_id
      and exists (select from hidden_members where hidden_members.user_id = t.friend_id))`,
  reports: sql<boolean>`t.state in ('open', 'dismissed')`,
};

/** What takes the place of values of single rows. A request has one reader: its message would tell who reported it. */
const REPLACED_VALUES: Readonly<Record<string, RawBuilder<unknown>>> = {
  reports: sql`case when r.object_type = 'user' then '{"snapshot": ""}'::jsonb else '{}'::jsonb end`,
};

const ROWS_AT_ONCE = 500;
/** Rows with recordings, laps or weeks of sessions are long: some are megabytes. */
const LONG_ROWS_AT_ONCE = 8;
const LONG_TABLES: ReadonlySet<string> = new Set([
  'workout_streams',
  'route_points',
  'workouts',
  'training_plans',
]);

export const omittedColumns = (table: string): readonly string[] => OMITTED_COLUMNS[table] ?? [];

/** Tables of an archive. */
export async function findExportedTables(db: Db): Promise<string[]> {
  const tables = [...(await findMemberTables(db)), ...Object.keys(OWN_ROWS)];
  return tables.filter((table) => !(table in OMITTED_TABLES)).toSorted((a, b) => a.localeCompare(b));
}

/**
 * The member's rows of a table as lines of JSON, some hundred at a time. A cursor of the physical order needs no key
 * that every table has; what is written meanwhile may be missing or stand there twice. Only rows that are handed over are
 * made into JSON: a sort would make all that are left each time.
 */
export async function* memberRows(db: Db, table: string, userId: number): AsyncGenerator<string> {
  const isOwn = OWN_ROWS[table]?.(userId) ?? sql<boolean>`t.user_id = ${userId}`;
  const omitted = omittedColumns(table);
  const replaced = REPLACED_VALUES[table] ?? sql`'{}'::jsonb`;
  const limit = LONG_TABLES.has(table) ? LONG_ROWS_AT_ONCE : ROWS_AT_ONCE;
  for (let last = '(0,0)'; ;) {
    const { rows } = await sql<{ place: string; line: string }>`
      select r.ctid::text as place, ((to_jsonb(r) - ${omitted}::text[]) || ${replaced})::text as line
      from ${sql.table(table)} r
      where r.ctid = any (array(
        select t.ctid from ${sql.table(table)} t
        where ${isOwn} and t.ctid > ${last}::tid
          and not (${OMITTED_ROWS[table] ?? sql<boolean>`false`})
        order by t.ctid limit ${limit}))
      order by r.ctid`.execute(db);
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('');
    if (rows.length < limit) return;
    last = rows.at(-1)!.place;
  }
}
