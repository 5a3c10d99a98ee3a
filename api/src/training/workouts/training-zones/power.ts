import { type ThresholdPower, zoneCalls } from '@waymark/api-contract';
import type { Db, Trx } from '../../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../../kernel/idempotency/run-once.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { hidesHealthData } from '../../workout-store/member.ts';
import { requireHealthConsent } from '../../../members/consents/require-health-consent.ts';
import { beginOf, checkRoom } from './begins.ts';

interface PowerRow {
  id: number;
  watts: number;
  created_at: Date;
}

const present = ({ id, watts, created_at }: PowerRow): ThresholdPower => ({
  id,
  watts,
  created_datetime: created_at.toISOString(),
});

const powersOf = (db: Db, userId: number) =>
  db
    .selectFrom('threshold_powers')
    .select(['id', 'watts', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/**
 * Watts that applied to a workout: the member's latest made before it. Null when they have set none by then, and while
 * they do not consent to the use of their health data.
 */
export async function thresholdAt(db: Db, userId: number, at: Date): Promise<number | null> {
  if (await hidesHealthData(db, userId)) return null;
  const found = await powersOf(db, userId).where('created_at', '<', at).limit(1).executeTakeFirst();
  return found?.watts ?? null;
}

export const powerListHandler = route<typeof zoneCalls.powerList>({
  call: zoneCalls.powerList,
  access: 'member',
  async handler({ context, caller }) {
    const { db } = context;
    const { userId } = caller!;
    const rows = (await hidesHealthData(db, userId)) ? [] : await powersOf(db, userId).execute();
    return { _embedded: { threshold_powers: rows.map(present) }, total_count: rows.length };
  },
});

/** A value that begins when another one does takes its place: of two, one would never apply. */
async function store(trx: Trx, userId: number, row: PowerRow): Promise<void> {
  const powers = await powersOf(trx, userId).execute();
  const same = powers.filter(({ created_at }) => created_at.getTime() === row.created_at.getTime());
  checkRoom(powers.length - same.length);
  for (const { id } of same)
    await trx.deleteFrom('threshold_powers').where('user_id', '=', userId).where('id', '=', id).execute();
  await trx
    .insertInto('threshold_powers')
    .values({ ...row, user_id: userId })
    .execute();
}

export const powerCreateHandler = route<typeof zoneCalls.powerCreate>({
  call: zoneCalls.powerCreate,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    const { watts } = body;
    const now = context.now();
    const created_at = beginOf(body.valid_from, now);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    const row = await withMemberLock(context.db, userId, async (trx) => {
      const { id } = await runOnce(trx, idempotentCall, context.newId(), async (newOne) => {
        await requireHealthConsent(trx, userId, { watts });
        await store(trx, userId, { id: newOne, watts, created_at });
      });
      return powersOf(trx, userId).where('id', '=', id).executeTakeFirst();
    });
    if (!row) throw notFound('threshold power');
    return present(row);
  },
});

export const powerRemoveHandler = route<typeof zoneCalls.powerRemove>({
  call: zoneCalls.powerRemove,
  access: 'member',
  async handler({ context, caller, params }) {
    const gone = await context.db
      .deleteFrom('threshold_powers')
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw notFound('threshold power');
    return undefined;
  },
});
