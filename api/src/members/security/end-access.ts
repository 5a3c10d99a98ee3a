import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * Somebody else may have made ways into an account: those made since a time end, all of them where it is null. Under
     * the lock of the member's sessions, which have ended.
     */
    accessEnded: { userId: number; since: Date | null; context: Pick<Context, 'db'> };
  }
}

/**
 * The link of a change that waits opens nothing any more.
 * @returns whether one waited
 */
export async function cancelEmailChange(trx: Trx, userId: number, at: Date): Promise<boolean> {
  // In the order in which the link takes them.
  await trx
    .updateTable('mail_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'change_email')
    .where('used_at', 'is', null)
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends passkeys, the authenticator app and what other services know as ways in, but for the password. Sessions end
 * before: what one of them adds at the same time is there by then, or refused (see `lockSession`).
 * @param since ends what was made from then on; null for all
 */
export async function endAccess(
  context: Pick<Context, 'db' | 'publish'>,
  trx: Trx,
  userId: number,
  since: Date | null,
): Promise<void> {
  const from = since ?? new Date(0);
  for (const table of ['passkeys', 'recovery_codes', 'totp_secrets'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', from).execute();
  // Recovery codes stand in for an app; without one they are of no use.
  await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where((q) =>
      q.not(q.exists(q.selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId))),
    )
    .execute();
  await context.publish(trx, 'accessEnded', { userId, since, context });
}
