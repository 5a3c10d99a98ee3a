import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { type ErasedMember, ERASURE_RULES, findMemberTables, LAST_TABLES } from './erasure-rules.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Before the rows of a member are erased: what others keep of them is changed now. It may come again after a kill. */
    memberErased: { userId: number };
  }
}

/** Rows of one statement: a member with ten thousand recordings must not meet the time limit of statements. */
const ROWS_AT_ONCE = 2000;
/** Folders of members among the files; each holds one folder for each member. */
const FILE_FOLDERS = ['pictures', 'photos', 'imports', 'exports'] as const;

async function deleteInBatches(db: Db, table: string, condition: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${ROWS_AT_ONCE}))`.execute(db);
    if (numAffectedRows < BigInt(ROWS_AT_ONCE)) return;
  }
}

/** Every address that mails about this account went to. */
async function findEmails(db: Db, userId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from logins where user_id = ${userId}
    union select email from mail_tokens where user_id = ${userId}
    union select email from email_changes where user_id = ${userId}`.execute(db);
  return rows.map(({ email }) => email);
}

/** Work in the background that names the member, waiting or done. */
async function eraseJobs(db: Db, { userId, emails }: ErasedMember): Promise<void> {
  await sql`
    delete from waymark_jobs.job
    where name not in ('begin-erasure', 'erase-account')
      and (data @> ${JSON.stringify({ userId })}::jsonb or data @> ${JSON.stringify({ user_id: userId })}::jsonb
        or data ->> 'email' = any(${emails}::text[]))`.execute(db);
}

/**
 * Erases a member: files, rows of every table, jobs and mails. What it has done stays done: killed anywhere, the next
 * run goes on, and the request is the last row to go.
 */
export async function eraseMember(context: Context, userId: number): Promise<void> {
  const { db, files } = context;
  const member: ErasedMember = { userId, emails: await findEmails(db, userId) };
  await withMemberLock(db, userId, (trx) => context.publish(trx, 'memberErased', { userId }));
  for (const folder of FILE_FOLDERS) await files.removeFolder(`${folder}/${userId}`);
  await eraseJobs(db, member);
  for (const [table, rule] of Object.entries(ERASURE_RULES))
    if (rule) await deleteInBatches(db, table, rule(member));
  for (const table of await findMemberTables(db))
    if (!LAST_TABLES.has(table)) await deleteInBatches(db, table, sql`user_id = ${userId}`);
  // Files that work in hand wrote meanwhile.
  for (const folder of FILE_FOLDERS) await files.removeFolder(`${folder}/${userId}`);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
    await trx.deleteFrom('logins').where('user_id', '=', userId).execute();
    await trx.deleteFrom('users').where('id', '=', userId).execute();
    await trx.deleteFrom('deletion_requests').where('user_id', '=', userId).execute();
  });
}
