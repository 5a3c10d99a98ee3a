import { ACTIVITY_GROUPS } from '@waymark/activities';
import { gearCalls, type GearInput } from '@waymark/api-contract';
import { sql, type Updateable } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import { runOnce, idempotentCallOf } from '../../../kernel/idempotency/run-once.ts';
import { conflict, invalid, notFound } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { presentGear, ownGear } from './gear-rows.ts';
import type { GearTable } from './tables.ts';

const MAX_GEAR = 500;
const GROUPS: ReadonlySet<string> = new Set(ACTIVITY_GROUPS.map(({ key }) => key));

/** @throws ApiProblem for a group that does not exist */
function checkGroups(groups: readonly string[] | undefined): void {
  const unknown = groups?.find((group) => !GROUPS.has(group));
  if (unknown !== undefined)
    throw invalid({ default_for: [`There is no group of activities called "${unknown}".`] });
}

function columnsOf(input: Partial<GearInput>, before: Pick<GearTable, 'retired_at'>, now: Date) {
  const { retired, default_for, ...plain } = input;
  const retiredAt = retired === undefined ? before.retired_at : retired ? (before.retired_at ?? now) : null;
  return {
    ...plain,
    retired_at: retiredAt,
    // What is retired is taken by no new workout; in use again, it has to be told for which.
    ...(retiredAt !== null ? { default_for: [] } : default_for && { default_for: [...new Set(default_for)] }),
    updated_at: now,
  } satisfies Updateable<GearTable>;
}

/** A group has one default: what had it before lets go of it. */
async function takeGroups(trx: Trx, userId: number, id: number, groups: readonly string[] | undefined) {
  if (!groups?.length) return;
  await trx
    .updateTable('gear')
    .set({
      default_for: sql<string[]>`array(
        select had from unnest(default_for) as had where had <> all(${groups}::text[]))`,
    })
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .where(sql<boolean>`default_for && ${groups}::text[]`)
    .execute();
}

async function checkRoom(trx: Trx, userId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('gear')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (n >= MAX_GEAR)
    throw conflict('too_much_gear', `You have ${MAX_GEAR} pieces of gear. Delete one to add another.`, {
      max: MAX_GEAR,
    });
}

export const createHandler = route<typeof gearCalls.create>({
  call: gearCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    const now = context.now();
    checkGroups(body.default_for);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    const add = async (trx: Trx, id: number) => {
      await checkRoom(trx, userId);
      const columns = columnsOf(body, { retired_at: null }, now);
      await takeGroups(trx, userId, id, columns.default_for);
      await trx
        .insertInto('gear')
        .values({
          brand: '',
          model: '',
          notes: '',
          initial_distance: 0,
          alert_distance: null,
          default_for: [],
          ...columns,
          name: body.name,
          kind: body.kind,
          user_id: userId,
          id,
          created_at: now,
        })
        .execute();
    };
    const { id } = await withMemberLock(context.db, userId, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), (id) => add(trx, id)),
    );
    return presentGear(context.db, await ownGear(context.db, caller, id));
  },
});

export const updateHandler = route<typeof gearCalls.update>({
  call: gearCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const userId = caller!.userId;
    checkGroups(body.default_for);
    const row = await withMemberLock(context.db, userId, async (trx) => {
      const before = await ownGear(trx, caller, params.id);
      const columns = columnsOf(body, before, context.now());
      await takeGroups(trx, userId, before.id, columns.default_for);
      return trx
        .updateTable('gear')
        .set(columns)
        .where('user_id', '=', userId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return presentGear(context.db, row);
  },
});

export const removeHandler = route<typeof gearCalls.remove>({
  call: gearCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const userId = caller!.userId;
    await withMemberLock(context.db, userId, async (trx) => {
      const gone = await trx
        .deleteFrom('gear')
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst();
      if (!gone) throw notFound('gear');
      // Deleted workouts too: they may come back.
      await trx
        .updateTable('workouts')
        .set({ gear_id: null })
        .where('user_id', '=', userId)
        .where('gear_id', '=', gone.id)
        .execute();
    });
    return undefined;
  },
});
