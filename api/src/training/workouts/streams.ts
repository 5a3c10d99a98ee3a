import { createHmac } from 'node:crypto';
import { workoutCalls } from '@waymark/api-contract';
import { packStreams } from '../../recordings/streams/codec.ts';
import {
  openWorkout,
  readVisibleColumns,
  type VisibleWorkout,
  versionOf,
} from '../privacy/visible-workout.ts';
import type { Context } from '../../kernel/server/context.ts';
import { hasEntityTag } from '../../kernel/server/entity-tag.ts';
import { route } from '../../kernel/server/route.ts';

/** Signed, because the moment of the last change tells when a recording with a hidden end was sent. */
const entityTagOf = ({ derive }: Context, workout: VisibleWorkout): string =>
  `${workout.id}-${createHmac('sha256', derive('etags of recordings')).update(versionOf(workout)).digest('base64url').slice(0, 22)}`;

export const streamsHandler = route<typeof workoutCalls.streams>({
  call: workoutCalls.streams,
  access: 'anyone',
  async handler({ context, caller, params, query, request, reply }) {
    const { workout } = await openWorkout(context, caller, params.id, query.key);
    // No error: a page asks for it along with the workout, before it can know.
    if (!workout.has_time_series) return reply.code(204).send();
    const tag = `"${entityTagOf(context, workout)}"`;
    void reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization');
    if (hasEntityTag(request, tag)) return reply.code(304).send();
    const columns = await readVisibleColumns(context.db, workout);
    if (columns.length === 0) return reply.code(204).send();
    const packed = packStreams(columns);
    return reply.type('application/vnd.waymark.streams').send(packed);
  },
});
