import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { unsubscribePathOf } from '../../kernel/mail/unsubscribe.ts';

/** Whose rows go: the member's id, and every address that was theirs. */
export interface ErasedMember {
  userId: number;
  emails: readonly string[];
}

/**
 * Which rows of a table are the member's. A table with a column `user_id` needs no rule: all rows with the member's id
 * go, besides those of its rule. `null` says that a table holds nothing of any member. A table with neither fails the test of the erasure.
 */
type ErasureRule = ((member: ErasedMember) => RawBuilder<unknown>) | null;

export const ERASURE_RULES: Readonly<Record<string, ErasureRule>> = {
  // The queue's own tables are in a schema of theirs; see `eraseJobs`.
  // Counts of public routes in squares of the map; routes are ended before the rows of their member go.
  route_cells: null,
  job_runs: null,
  work_attempts: null,
  applied_consent_matrix: null,
  consent_wordings: null,
  // Answers of browsers, by a key that names nobody, for as long as the browser keeps it.
  visitor_consent_records: null,
  // What operators wrote to all members.
  news_issues: null,
  kysely_migration: null,
  kysely_migration_lock: null,
  // Counts of calls by hashes, which lapse within hours.
  rate_limits: null,
  // Chunks of leaderboards, and how many stand in each; those that begin at a member are joined when they are erased.
  challenge_chunks: null,
  challenge_counts: null,
  // Before the challenges that they are found by.
  challenge_teams: ({ userId }) =>
    sql`challenge_id in (select id from challenges where owner_id = ${userId})`,
  groups: ({ userId }) => sql`owner_id = ${userId}`,
  challenges: ({ userId }) => sql`owner_id = ${userId}`,
  // The books without a member, which the law wants kept; coupons and notices name none either.
  accounting_records: null,
  receipt_counters: null,
  coupons: null,
  provider_events: null,
  reconciliation_findings: null,
  removed_customers: null,
  // Permissions at services on their way to their end there, which erasing must not prevent.
  ended_connections: null,
  // The local payment provider's own books: its customer is removed by a request to it.
  local_customers: null,
  local_cards: null,
  local_payments: null,
  local_refunds: null,
  local_notices: null,
  story_comments: ({ userId }) => sql`author_id = ${userId} or story_owner_id = ${userId}`,
  // Those of others, and by the column `user_id` the member's own.
  story_likes: ({ userId }) => sql`story_owner_id = ${userId}`,
  // Who reported the member: before the reports that these are found by.
  reporters: ({ userId }) => sql`report_id in (select id from reports where user_id = ${userId})`,
  // Also those to addresses that the member had before.
  mailbox: ({ userId, emails }) =>
    sql`recipient = any(${emails}::text[]) or strpos(text, ${unsubscribePathOf(userId)}) > 0`,
};

/** What is needed until the end: the member, how they sign in, and that they asked for this. */
export const LAST_TABLES: ReadonlySet<string> = new Set([
  'mail_tokens',
  'logins',
  'users',
  'deletion_requests',
]);

/** Tables whose rows belong to members by a column `user_id`, as the database has them now. */
export async function findMemberTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'
    order by c.table_name`.execute(db);
  return rows.map(({ name }) => name);
}
