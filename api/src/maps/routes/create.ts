import { routeCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { runOnce, idempotentCallOf } from '../../kernel/idempotency/run-once.ts';
import { type Limit, route } from '../../kernel/server/route.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { readableRoute } from './route-access.ts';
import { answerRoute, sendSummary } from './send-route.ts';
import { runInlineOrInWorker } from './course-worker/course-queue.ts';
import { measureCourse } from './measure-course.ts';
import type { Draft, DraftCourse } from './points/draft.ts';
import { searchName } from './search/search-words.ts';
import { addRoute, pointsRow, requireRoomForRoute } from './store-route.ts';

/** 100,000 points with heights and notes are some 15 MB. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Stores a complete draft as a new route; without a privacy of its own it gets the member's default. Under the member
 * lock: a route of a member whose protection begins meanwhile comes before it, and is made private, or starts private.
 */
export async function insertDraft(
  trx: Trx,
  { userId, id, now }: { userId: number; id: number; now: Date },
  { fields, drawn }: { fields: Draft['fields']; drawn: DraftCourse },
  figures: Awaited<ReturnType<typeof measureCourse>>,
): Promise<void> {
  const { route_privacy } = await trx
    .selectFrom('users')
    .select('route_privacy')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const row = {
    ...figures,
    user_id: userId,
    id,
    name: fields.name!,
    description: fields.description ?? '',
    search_name: searchName(fields.name!),
    activity_type_id: fields.activity_type_id!,
    privacy: fields.privacy ?? route_privacy,
    created_at: now,
    updated_at: now,
  };
  await addRoute(trx, row, pointsRow(drawn));
}

/** Of calls that store the points of a route. */
export const STORE_LIMIT: Limit[] = [
  { max: 300, windowSeconds: 60 },
  // The longest routes again and again would fill the database.
  { max: 1024 ** 3, windowSeconds: 3600, unit: 'bytes' },
];

export const createHandler = route<typeof routeCalls.create>({
  call: routeCalls.create,
  access: 'member',
  bodyLimit: MAX_BODY_BYTES,
  rawBody: true,
  limit: STORE_LIMIT,
  async handler({ context, caller, query, request, reply }) {
    const userId = caller!.userId;
    await requireRoomForRoute(context, userId);
    const bytes = (request.body ?? new Uint8Array()) as Uint8Array;
    const { fields, drawn } = await runInlineOrInWorker(
      { kind: 'draft', bytes, schema: 'whole' },
      bytes.length,
    );
    const figures = await measureCourse(context, drawn!);
    const now = context.now();
    const idempotentCall = idempotentCallOf(request, userId, bytes, now);
    const add = (trx: Trx, id: number) =>
      insertDraft(trx, { userId, id, now }, { fields, drawn: drawn! }, figures);
    const { id, again } = await withMemberLock(context.db, userId, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), (id) => add(trx, id)),
    );
    const row = await readableRoute(context, caller, id);
    if (query.field_set === 'simple') return sendSummary(row, caller, reply);
    // It may have been changed since it was created.
    const json = again ? undefined : drawn!.json;
    return answerRoute(context, caller, row, reply, json);
  },
});
