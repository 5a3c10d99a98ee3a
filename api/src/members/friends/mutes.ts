import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member muted another one. */
    memberMuted: { userId: number; mutedId: number };
  }
}

/** @param until null mutes for good; a later one replaces an earlier one */
export function muteMember(
  context: Context,
  userId: number,
  mutedId: number,
  until: Date | null,
): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('mutes')
      .values({ user_id: userId, muted_id: mutedId, until, created_at: context.now() })
      .onConflict((on) => on.columns(['user_id', 'muted_id']).doUpdateSet({ until }))
      .execute();
    await context.publish(trx, 'memberMuted', { userId, mutedId });
  });
}

/** A mute that another device took back, or that has ended, leaves nothing to do. */
export async function unmuteMember(db: Db, userId: number, mutedId: number): Promise<void> {
  await db.deleteFrom('mutes').where('user_id', '=', userId).where('muted_id', '=', mutedId).execute();
}
