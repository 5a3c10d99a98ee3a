import { routeCalls } from '@waymark/api-contract';
import { packRoute } from '@waymark/routes';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { readableRoute } from './route-access.ts';
import { runInlineOrInWorker } from './course-worker/course-queue.ts';
import { presentRoute } from './presenter.ts';
import type { SummaryRow } from './route-rows.ts';

/** As it is stored. Points that are older than packed courses are packed once, and kept so. */
async function storedPlan({ db }: Context, { user_id, id }: SummaryRow): Promise<Uint8Array> {
  const mine = db.selectFrom('route_points').where('user_id', '=', user_id).where('route_id', '=', id);
  const stored = await mine.select('plan').executeTakeFirst();
  if (stored?.plan) return stored.plan;
  const points = await mine.select(['data', 'n']).executeTakeFirst();
  // Deleted for good between two queries.
  if (!points) throw notFound('route');
  const plan = await runInlineOrInWorker({ kind: 'plan', data: points.data }, points.data.length);
  await db
    .updateTable('route_points')
    .set({ plan: Buffer.from(plan) })
    .where('user_id', '=', user_id)
    .where('route_id', '=', id)
    // Others may have been saved meanwhile, with a course of their own.
    .where('plan', 'is', null)
    .execute();
  return plan;
}

export const packedHandler = route<typeof routeCalls.packed>({
  call: routeCalls.packed,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const row = await readableRoute(context, caller, params.id, query.key);
    const plan = await storedPlan(context, row);
    const body = packRoute(presentRoute(row, caller), plan);
    return reply.type('application/vnd.waymark.route').send(Buffer.from(body.buffer));
  },
});
