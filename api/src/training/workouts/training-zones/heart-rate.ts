import { type HeartRateZones, zoneCalls } from '@waymark/api-contract';
import { addHeartRateZones, removeHeartRateZones } from '../../../members/users/heart-rate-zones.ts';
import { areZonesUsable } from '@waymark/units';
import type { Trx } from '../../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../../kernel/idempotency/run-once.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { queueLoads } from '../../stats/jobs.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { DEFAULT_ZONES, hidesHealthData, type Zone } from '../../workout-store/member.ts';
import { requireHealthConsent } from '../../../members/consents/require-health-consent.ts';
import { beginOf, checkRoom } from './begins.ts';

const NAME_LENGTH = 40;

interface ZoneRow {
  id: number;
  zones: Zone[];
  created_at: Date;
}

const present = ({ id, zones, created_at }: ZoneRow): HeartRateZones => ({
  id,
  created_datetime: created_at.toISOString(),
  is_default: false,
  zones,
});

/** @throws ApiProblem with a sentence for each zone that is not usable */
export function checkZones(zones: readonly Zone[]): void {
  const wrong = zones.flatMap(({ name, start, end }, at) => {
    const below = zones[at - 1];
    const which = `Zone ${at + 1}`;
    if (name.trim() === '' || name.length > NAME_LENGTH)
      return `${which} needs a name of at most ${NAME_LENGTH} characters.`;
    if (end <= start) return `${which} ends at ${end}, which is not above its beginning at ${start}.`;
    if (below && start !== below.end + 1)
      return `${which} begins at ${start}. It should begin at ${below.end + 1}, right above zone ${at}.`;
    return [];
  });
  if (wrong.length > 0) throw invalid({ zones: wrong });
  if (!areZonesUsable(zones.map(({ start, end }, at) => ({ zone: at + 1, min: start, max: end }))))
    throw invalid({
      zones: ['Zones are whole beats a minute, from low to high, each right above the last.'],
    });
}

export const listHandler = route<typeof zoneCalls.list>({
  call: zoneCalls.list,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const userId = caller!.userId;
    if (query.user !== undefined && query.user !== userId)
      throw notAllowed('Only the member sees their heart-rate zones.');
    const rows = await db
      .selectFrom('heart_rate_zones')
      .select(['id', 'zones', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const own = (await hidesHealthData(db, userId)) ? [] : rows.map(present);
    const sets: HeartRateZones[] =
      own.length > 0
        ? own
        : [{ id: null, created_datetime: null, is_default: true, zones: [...DEFAULT_ZONES] }];
    return { _embedded: { heart_rate_zones: sets }, total_count: own.length };
  },
});

/** A set that begins when another one does takes its place: of two, one would never apply. */
async function store(trx: Trx, userId: number, row: ZoneRow): Promise<void> {
  const sets = await trx
    .selectFrom('heart_rate_zones')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .execute();
  const same = sets.filter(({ created_at }) => created_at.getTime() === row.created_at.getTime());
  checkRoom(sets.length - same.length);
  for (const { id } of same) await removeHeartRateZones(trx, userId, id);
  await addHeartRateZones(trx, { ...row, user_id: userId, zones: JSON.stringify(row.zones) });
}

export const createHandler = route<typeof zoneCalls.create>({
  call: zoneCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    checkZones(body.zones);
    const zones = body.zones.map(({ name, start, end }) => ({ name: name.trim(), start, end }));
    const now = context.now();
    const created_at = beginOf(body.valid_from, now);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    const row = await withMemberLock(context.db, userId, async (trx) => {
      const { id } = await runOnce(trx, idempotentCall, context.newId(), async (newOne) => {
        await requireHealthConsent(trx, userId, { zones });
        await store(trx, userId, { id: newOne, zones, created_at });
      });
      return trx
        .selectFrom('heart_rate_zones')
        .select(['id', 'zones', 'created_at'])
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
    });
    if (!row) throw notFound('set of zones');
    await queueLoads(context, userId);
    return present(row);
  },
});

async function remove({ db }: Context, userId: number, id: number): Promise<void> {
  const isGone = await removeHeartRateZones(db, userId, id);
  if (!isGone) throw notFound('set of zones');
}

export const removeHandler = route<typeof zoneCalls.remove>({
  call: zoneCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    await remove(context, caller!.userId, params.id);
    await queueLoads(context, caller!.userId);
    return undefined;
  },
});
