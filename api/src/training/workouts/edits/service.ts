import { SERVICE_BASES, editCalls, type EditPreviews, type EditResult } from '@waymark/api-contract';
import { sql } from 'kysely';
import { storedBytesBy } from '../../../kernel/storage/quota.ts';
import type { FastifyRequest } from 'fastify';
import { type Service, type Limit, route } from '../../../kernel/server/route.ts';
import { ending } from './upkeep.ts';
import { findCreated, type IdempotentCall, idempotentCallOf } from '../../../kernel/idempotency/run-once.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem, invalid, notFound } from '../../../kernel/server/errors.ts';
import { countMember } from '../../../kernel/server/member-limit.ts';
import { requireStorage } from '../../../kernel/storage/quota.ts';
import { ownWorkout } from '../../workout-store/workout-access.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import { withoutHealthFields } from '../../../recordings/model/health-data.ts';
import { loadMember } from '../../workout-store/member.ts';
import { answerOwnWorkout } from '../read.ts';
import { applyEdit, type ComputedEdit } from './apply-edit.ts';
import { canUndo, findEdits, type FoundEdit, presentEdit, rowsOfEdit } from './find-edits.ts';
import { computeMerge } from './merge-workouts.ts';
import { editable, sourceOf } from './edit-source.ts';
import { undoEdit } from './undo-edit.ts';
import { limitsOf, recordedValues } from './workout-values.ts';
import { runEdit } from './edit-queue.ts';

/** Each edit stores its recordings anew and keeps what was before. */
const EDITS: readonly Limit[] = [{ max: 120, windowSeconds: 3600 }];

/** One call of an edit. */
interface EditCall {
  context: Context;
  request: FastifyRequest;
  userId: number;
  isPreview: boolean;
  /** Null for a preview, which makes nothing. */
  idempotentCall: IdempotentCall | null;
}

/** @param content what tells the edit from others */
function editCallOf(
  context: Context,
  request: FastifyRequest,
  userId: number,
  { preview, content }: { preview?: string | undefined; content: object },
): EditCall {
  const isPreview = preview === 'true';
  const idempotentCall = isPreview
    ? null
    : idempotentCallOf(request, userId, JSON.stringify(content), context.now());
  return { context, request, userId, isPreview, idempotentCall };
}

/**
 * Works an edit out, or answers with the one that an earlier call with the same key made: once it is made, its workouts
 * are not there any more or not long enough to be cut so again.
 */
async function makeOnce(
  call: EditCall,
  make: () => Promise<EditPreviews | EditResult>,
): Promise<EditPreviews | EditResult> {
  const earlier = await findMade(call);
  if (earlier) return earlier;
  try {
    return await make();
  } catch (error) {
    // Another call with the key may have made it in the meantime.
    const made = error instanceof ApiProblem ? await findMade(call) : null;
    if (!made) throw error;
    return made;
  }
}

async function findMade({ context, userId, idempotentCall }: EditCall): Promise<EditResult | null> {
  const id = await findCreated(context.db, idempotentCall);
  return id === null ? null : answerMade(context, userId, id);
}

/** The edit and what is there of its workouts by now. @throws ApiProblem 404 when nothing is */
async function answerMade(context: Context, userId: number, id: number): Promise<EditResult> {
  const [edit] = await findEdits(context.db, userId, context.now(), { id });
  if (!edit) throw notFound('edit');
  const all = await rowsOfEdit(context.db, edit);
  const rows = edit.parts
    .flatMap(({ workout_id, role }) => (role === 'used' ? [] : (all.get(workout_id) ?? [])))
    .filter(({ deleted_at }) => deleted_at === null)
    .toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime());
  if (rows.length === 0) throw notFound('workout');
  return answer(context, edit, canUndo(edit, all), rows);
}

/** Before an edit is worked out. @throws ApiProblem 429 after too many edits, 507 when there is no room */
async function begin({ context, request, userId, isPreview }: EditCall): Promise<void> {
  if (isPreview) return;
  countMember(request, 'edits', userId, EDITS);
  await requireStorage(context, userId);
}

/** Shows what an edit would make, or makes it. */
async function finish(
  { context, isPreview, idempotentCall }: EditCall,
  worked: ComputedEdit,
): Promise<EditPreviews | EditResult> {
  const first = { ...worked.before[0]!, ...worked.also };
  const member = await loadMember(context.db, first.user_id);
  if (isPreview) {
    const limits = await limitsOf(context.db, member);
    return {
      kind: 'preview',
      workouts: worked.made.map((made) => {
        const { laps: _, ...recorded } = recordedValues(made, first, member, limits);
        const values = member.hidesHealthData ? withoutHealthFields(recorded) : recorded;
        return {
          start_datetime: values.start_at.toISOString(),
          privacy: first.privacy,
          aggregates: Object.fromEntries(
            FIGURES.map((figure) => [figure, values[figure]]),
          ) as EditPreviews['workouts'][number]['aggregates'],
          laps: made.laps.length,
          preview: { polyline: values.polyline, bounds: values.bounds },
        };
      }),
    };
  }
  const { editId, again, rows } = await applyEdit(context, member, worked, idempotentCall);
  if (again) return answerMade(context, member.id, editId);
  const [edit] = await findEdits(context.db, member.id, context.now(), { id: editId });
  return answer(context, edit!, true, rows);
}

async function answer(
  context: Context,
  edit: FoundEdit,
  open: boolean,
  rows: readonly WorkoutRow[],
): Promise<EditResult> {
  const workouts: EditResult['workouts'] = [];
  for (const row of rows) workouts.push(await answerOwnWorkout(context, row));
  return { kind: 'made', edit: presentEdit(edit, open), workouts };
}

const cutHandler = route<typeof editCalls.cut>({
  call: editCalls.cut,
  access: 'member',
  async handler({ context, caller, params, query, body, request }) {
    const content = { ...body, id: params.id };
    const call = editCallOf(context, request, caller!.userId, { ...query, content });
    return makeOnce(call, async () => {
      const row = await editable(context, caller, params.id);
      await begin(call);
      const source = await sourceOf(context, row);
      const made = await runEdit({ kind: 'cut', source, keep: body.keep });
      return finish(call, { kind: 'cut', before: [row], made });
    });
  },
});

const splitHandler = route<typeof editCalls.split>({
  call: editCalls.split,
  access: 'member',
  async handler({ context, caller, params, query, body, request }) {
    const content = { ...body, id: params.id };
    const call = editCallOf(context, request, caller!.userId, { ...query, content });
    return makeOnce(call, async () => {
      const row = await editable(context, caller, params.id);
      await begin(call);
      const source = await sourceOf(context, row);
      const made = await runEdit({ kind: 'split', source, at: body.at });
      return finish(call, { kind: 'split', before: [row], made });
    });
  },
});

const mergeHandler = route<typeof editCalls.merge>({
  call: editCalls.merge,
  access: 'member',
  async handler({ context, caller, query, body, request }) {
    const ids = [...new Set(body.ids)];
    if (ids.length < 2) throw invalid({ ids: ['Choose at least two workouts.'] });
    const call = editCallOf(context, request, caller!.userId, { ...query, content: body });
    return makeOnce(call, async () => {
      const rows: WorkoutRow[] = [];
      for (const id of ids) rows.push(await editable(context, caller, id));
      await begin(call);
      return finish(call, await computeMerge(context, rows));
    });
  },
});

const editsHandler = route<typeof editCalls.edits>({
  call: editCalls.edits,
  access: 'member',
  async handler({ context, caller, query }) {
    const row = await ownWorkout(context, caller, query.workout, 'edit');
    const edits = await findEdits(context.db, row.user_id, context.now(), { workoutId: row.id });
    return {
      edits: await Promise.all(
        edits.map(async (edit) => presentEdit(edit, canUndo(edit, await rowsOfEdit(context.db, edit)))),
      ),
    };
  },
});

const undoHandler = route<typeof editCalls.undo>({
  call: editCalls.undo,
  access: 'member',
  async handler({ context, caller, params, request }) {
    countMember(request, 'edits', caller!.userId, EDITS);
    const { edit, rows } = await undoEdit(context, caller!.userId, params.id);
    return answer(context, edit, false, rows);
  },
});

export const editsService: Service = {
  name: 'edits',
  base: SERVICE_BASES.internal,
  scopeArea: 'workout',
  answers: {
    // Of recordings that edits put aside.
    storedBytes: storedBytesBy(
      (userId) => sql`
        select sum(pg_column_size(stream.data))::float8 as bytes
        from workouts
        join workout_streams stream on stream.user_id = workouts.user_id and stream.workout_id = workouts.id
        where workouts.user_id = ${userId} and workouts.edit_id is not null`,
    ),
  },
  routes: [cutHandler, splitHandler, mergeHandler, editsHandler, undoHandler],
  jobs: (context) => ending.declare(context),
  started: (context) => ending.next(context),
};
