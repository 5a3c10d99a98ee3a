import { routeCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { requireStorage } from '../../kernel/storage/quota.ts';
import { ownRoute, readableRoute } from './route-access.ts';
import { answerRoute, sendSummary } from './send-route.ts';
import { runInlineOrInWorker } from './course-worker/course-queue.ts';
import { MAX_BODY_BYTES, STORE_LIMIT } from './create.ts';
import { measureCourse } from './measure-course.ts';
import { searchName } from './search/search-words.ts';
import { changeRoute, pointsRow } from './store-route.ts';

export const updateHandler = route<typeof routeCalls.update>({
  call: routeCalls.update,
  access: 'member',
  bodyLimit: MAX_BODY_BYTES,
  rawBody: true,
  limit: STORE_LIMIT,
  async handler({ context, caller, params, query, request, reply }) {
    const { id, user_id } = await ownRoute(context, caller, params.id);
    const bytes = (request.body ?? new Uint8Array()) as Uint8Array;
    const { fields, drawn } = await runInlineOrInWorker(
      { kind: 'draft', bytes, schema: 'change' },
      bytes.length,
    );
    if (drawn) await requireStorage(context, user_id);
    const figures = drawn && (await measureCourse(context, drawn));
    await context.db.transaction().execute(async (trx) => {
      const change = {
        ...fields,
        ...(fields.name !== undefined && { search_name: searchName(fields.name) }),
        ...figures,
        updated_at: context.now(),
      };
      await changeRoute(trx, { user_id, id }, change);
      if (drawn)
        await trx
          .updateTable('route_points')
          .set(pointsRow(drawn))
          .where('user_id', '=', user_id)
          .where('route_id', '=', id)
          .execute();
    });
    const row = await readableRoute(context, caller, id);
    if (query.field_set === 'simple') return sendSummary(row, caller, reply);
    return answerRoute(context, caller, row, reply, drawn?.json);
  },
});
