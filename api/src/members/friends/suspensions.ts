import type { Trx } from '../../kernel/database/tables.ts';

/** Of a member who is suspended already the first time stays. Waits for whoever ends the suspension meanwhile. */
export async function suspendMember(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .insertInto('suspensions')
    .values({ user_id: userId, created_at: now })
    .onConflict((on) =>
      on.column('user_id').doUpdateSet((q) => ({ created_at: q.ref('suspensions.created_at') })),
    )
    .execute();
}

/** @returns false where there was none */
export async function endSuspension(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('suspensions')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
