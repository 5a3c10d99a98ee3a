import { workoutCalls } from '@waymark/api-contract';
import { STREAM_KINDS, type StreamKind } from '../files/types.ts';
import { packStreams } from '../files/codec.ts';
import { ApiProblem } from '../server/errors.ts';
import { route } from '../server/route.ts';
import { readableWorkout } from './access.ts';
import type { Db, WorkoutRow } from './rows.ts';

const ORDER = new Map<StreamKind, number>(STREAM_KINDS.map((kind, at) => [kind, at]));

/** The stored series of a workout, still encoded, in the order of the kinds. */
export async function storedStreams(db: Db, { user_id, id }: Pick<WorkoutRow, 'user_id' | 'id'>) {
  const rows = await db
    .selectFrom('workout_streams')
    .select(['kind', 'n', 'data'])
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .execute();
  return rows.sort((a, b) => ORDER.get(a.kind)! - ORDER.get(b.kind)!);
}

/** @throws ApiProblem when there is nothing but figures */
export function needRecording(row: WorkoutRow): void {
  if (!row.has_time_series) {
    throw new ApiProblem(404, 'no_recording', 'This workout has no recording, only its figures.');
  }
}

export const streamsRoute = route<typeof workoutCalls.streams>({
  call: workoutCalls.streams,
  access: 'anyone',
  async handler({ context, caller, params, request, reply }) {
    const { row } = await readableWorkout(context, caller, params.id);
    needRecording(row);
    const tag = `"${row.id}-${row.updated_at.getTime()}"`;
    void reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const packed = packStreams(await storedStreams(context.db, row));
    return reply.type('application/vnd.waymark.streams').send(packed);
  },
});
