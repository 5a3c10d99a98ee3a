import type { Trx } from '../../kernel/database/tables.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { relationTo } from '../visibility/relation.ts';
import { isNewMember } from './action-limits.ts';

/**
 * New members do not send addresses to members whom they do not know: that is how accounts made for spam begin.
 * @throws ApiProblem 403
 */
export async function checkLinks(
  trx: Trx,
  caller: Caller,
  { text, readers }: { text: string; readers: readonly number[] },
  now: Date,
): Promise<void> {
  if (!/https?:\/\/|www\./i.test(text)) return;
  const relations = await Promise.all(readers.map((id) => relationTo(trx, caller, id)));
  if (!relations.includes('other')) return;
  const member = await trx
    .selectFrom('logins')
    .select('created_at')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (member && isNewMember(member.created_at, now))
    throw new ApiProblem(
      403,
      'links_not_yet',
      'On your first day you can post links to friends only. Write it without the link.',
    );
}
