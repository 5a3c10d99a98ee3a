import { sql } from 'kysely';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Subscriptions } from '../../kernel/server/domain-events.ts';
import { findMentionedName, withoutMention } from '../stories/mentions.ts';
import { deleteTakenDown } from '../stories/taken-down.ts';
import { appealDeadline } from './appeal.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 500;

/**
 * Deletes for good what moderators took away once no appeal can bring it back: posts, and the texts of comments. A day
 * later than the last appeal, which may be on its way.
 */
export async function deleteUnappealed({ db, now }: Context): Promise<void> {
  const before = new Date(2 * now().getTime() - appealDeadline(now()).getTime() - DAY_MS);
  for (;;) {
    const { rows } = await sql<{ user_id: number; id: number }>`
      select user_id, id from stories
      where is_removed_by_moderator and removed_at < ${before} and kind <> 'workout'
        and not exists (
          select from reports join appeals on appeals.user_id = reports.user_id and appeals.report_id = reports.id
          where reports.user_id = stories.user_id and reports.object_type = 'story'
            and reports.object_id = stories.id and appeals.state = 'open')
      limit ${BATCH_SIZE}`.execute(db);
    for (const { user_id: userId, id } of rows)
      await db.transaction().execute((trx) => deleteTakenDown(trx, userId, id));
    if (rows.length < BATCH_SIZE) break;
  }
  await sql`
    update reports set removed_content = null
    where removed_content is not null and resolved_at < ${before} and not exists (
      select from appeals where appeals.user_id = reports.user_id and appeals.report_id = reports.id
        and appeals.state = 'open')`.execute(db);
}

export const unappealedRound = daily('delete-unappealed', deleteUnappealed);

export const safetySubscriptions: Subscriptions = {
  /** Of a moderator the decisions stay, without who made them; of whom a removed comment names, that somebody did. */
  async memberErased(trx, { userId }) {
    for (const table of ['reports', 'appeals'] as const)
      await trx.updateTable(table).set({ decided_by: null }).where('decided_by', '=', userId).execute();
    const text = withoutMention(sql`removed_content ->> 'text'`, await findMentionedName(trx, userId));
    await sql`
      update reports set removed_content = removed_content || jsonb_build_object('text', ${text})
      where removed_content -> 'mentions' @> to_jsonb(${userId}::bigint)`.execute(trx);
  },
};
