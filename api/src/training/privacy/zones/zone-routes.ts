import { randomBytes } from 'node:crypto';
import { type PrivacyZoneInput, privacyZoneCalls, type PrivacyZone } from '@waymark/api-contract';
import { sql, type Selectable } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../../kernel/idempotency/run-once.ts';
import { conflict, notFound } from '../../../kernel/server/errors.ts';
import { type Caller, route } from '../../../kernel/server/route.ts';
import { acquireMemberLock } from '../../../members/member-lock.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { hiddenCircle } from './hidden-circle.ts';
import { queueRecompute } from '../redaction/recompute-jobs.ts';
import { invalidateAllRedactions } from '../redaction/invalidate-redactions.ts';
import type { PrivacyZoneTables } from '../tables.ts';

type ZoneRow = Selectable<PrivacyZoneTables['privacy_zones']>;

/** A zone as its owner sees it: the circle that is hidden in its place stays here. */
function presentZone({ id, name, lat, lng, radius, created_at }: ZoneRow): PrivacyZone {
  return { id, name, lat, lng, radius, created_datetime: created_at.toISOString() };
}

/** Each of them is looked for in every recording that somebody else opens. */
export const MAX_ZONES = 20;

/** Runs a change of the caller's zones: one at a time, and every answer that was made before is old. */
async function changeZones<T>(
  context: Context,
  { userId }: Caller,
  change: (trx: Trx, key: Uint8Array) => Promise<T>,
): Promise<T> {
  const changed = await context.db.transaction().execute(async (trx) => {
    // A workout that comes at the same time comes before this or after it: it is looked at in any case.
    await acquireMemberLock(trx, userId);
    const { key } = await trx
      .insertInto('privacy_zone_owners')
      .values({ user_id: userId, key: randomBytes(32), version: 1 })
      .onConflict((at) => at.column('user_id').doUpdateSet({ version: sql`privacy_zone_owners.version + 1` }))
      .returning('key')
      .executeTakeFirstOrThrow();
    const made = await change(trx, key);
    await invalidateAllRedactions(trx, userId);
    await context.publish(trx, 'privacyZonesChanged', { userId });
    return made;
  });
  await queueRecompute(context, userId);
  return changed;
}

function columnsOf(key: Uint8Array, { name, lat, lng, radius }: PrivacyZoneInput) {
  const circle = { lat, lng, radius };
  const hidden = hiddenCircle(key, circle);
  return {
    name,
    ...circle,
    hidden_lat: hidden.lat,
    hidden_lng: hidden.lng,
    hidden_radius: hidden.radius,
  };
}

const listHandler = route<typeof privacyZoneCalls.list>({
  call: privacyZoneCalls.list,
  access: 'member',
  async handler({ context, caller }) {
    const rows = await context.db
      .selectFrom('privacy_zones')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id')
      .execute();
    return { _embedded: { privacy_zones: rows.map(presentZone) }, total_count: rows.length };
  },
});

const createHandler = route<typeof privacyZoneCalls.create>({
  call: privacyZoneCalls.create,
  access: 'member',
  handler({ context, caller, body, request }) {
    const { userId } = caller!;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), context.now());
    const add = async (trx: Trx, key: Uint8Array, id: number) => {
      const { n } = await trx
        .selectFrom('privacy_zones')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (n >= MAX_ZONES) {
        throw conflict(
          'too_many_zones',
          `There are ${MAX_ZONES} privacy zones at most. Delete one to add another.`,
          { max: MAX_ZONES },
        );
      }
      await trx
        .insertInto('privacy_zones')
        .values({ user_id: userId, id, ...columnsOf(key, body), created_at: context.now() })
        .execute();
    };
    return changeZones(context, caller!, async (trx, key) => {
      const { id } = await runOnce(trx, idempotentCall, context.newId(), (newOne) => add(trx, key, newOne));
      const row = await trx
        .selectFrom('privacy_zones')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw notFound('privacy zone');
      return presentZone(row);
    });
  },
});

const updateHandler = route<typeof privacyZoneCalls.update>({
  call: privacyZoneCalls.update,
  access: 'member',
  handler: ({ context, caller, params, body }) =>
    changeZones(context, caller!, async (trx, key) => {
      const row = await trx
        .updateTable('privacy_zones')
        .set(columnsOf(key, body))
        .where('user_id', '=', caller!.userId)
        .where('id', '=', params.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('privacy zone');
      return presentZone(row);
    }),
});

const removeHandler = route<typeof privacyZoneCalls.remove>({
  call: privacyZoneCalls.remove,
  access: 'member',
  handler: ({ context, caller, params }) =>
    changeZones(context, caller!, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('privacy_zones')
        .where('user_id', '=', caller!.userId)
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('privacy zone');
    }),
});

export const zoneRoutes = [listHandler, createHandler, updateHandler, removeHandler];
