import { routeCalls } from '@waymark/api-contract';
import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { ownRoute, readableRoute } from './route-access.ts';
import { answerRoute } from './send-route.ts';
import { changeRoute, endRoutes } from './store-route.ts';

/** How long a deleted route can come back. */
const RESTORE_MS = 24 * 3600 * 1000;
const BATCH_SIZE = 500;

const lastTime = (context: Context) => new Date(context.now().getTime() - RESTORE_MS);

export const removeHandler = route<typeof routeCalls.remove>({
  call: routeCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const { user_id, id } = await ownRoute(context, caller, params.id);
    const now = context.now();
    const change = { deleted_at: now, updated_at: now };
    await context.db.transaction().execute((trx) => changeRoute(trx, { user_id, id }, change));
    return undefined;
  },
});

/** A deleted route is its owner's alone: for everybody else there is none, whatever its privacy was. */
export const restoreHandler = route<typeof routeCalls.restore>({
  call: routeCalls.restore,
  access: 'member',
  async handler({ context, caller, params, reply }) {
    const key = { user_id: caller!.userId, id: params.id };
    const last = lastTime(context);
    const change = { deleted_at: null, updated_at: context.now() };
    // The answer to an earlier call may have been lost: a repeat finds the route back already.
    if (!(await isThere(context, key)))
      await context.db
        .transaction()
        .execute((trx) => changeRoute(trx, key, change, (at) => at !== null && at > last));
    return answerRoute(context, caller, await readableRoute(context, caller, params.id), reply);
  },
});

async function isThere({ db }: Context, { user_id, id }: { user_id: number; id: number }): Promise<boolean> {
  const row = await db
    .selectFrom('routes')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends what was deleted and can no longer come back: points, everybody's bookmarks, the route. */
export async function purgeDeleted(context: Context): Promise<void> {
  const { db } = context;
  for (;;) {
    const gone = await db
      .selectFrom('routes')
      .select(['user_id', 'id'])
      .where('deleted_at', '<=', lastTime(context))
      .limit(BATCH_SIZE)
      .execute();
    for (const { user_id, id } of gone)
      await db.transaction().execute((trx) => endRoutes(trx, user_id, [id]));
    if (gone.length < BATCH_SIZE) return;
  }
}

export const purging = hourly('routes.purge', purgeDeleted);
