import { workoutCalls } from '@waymark/api-contract';
import { packStreams } from '../recordings/streams/codec.ts';
import { hiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { visibleColumns } from '../privacy/redaction/visible-recording.ts';
import { hasEntityTag } from '../kernel/server/entity-tag.ts';
import { route } from '../kernel/server/route.ts';
import { readableWorkout } from '../workout-store/workout-access.ts';

export const streamsRoute = route<typeof workoutCalls.streams>({
  call: workoutCalls.streams,
  access: 'anyone',
  async handler({ context, caller, params, query, request, reply }) {
    const { row, relation } = await readableWorkout(context, caller, params.id, query.key);
    // No error: a page asks for it along with the workout, before it can know.
    if (!row.has_time_series) return reply.code(204).send();
    const areas = await hiddenAreas(context.db, row.user_id, relation);
    const tag = `"${row.id}-${row.updated_at.getTime()}${areas.version}"`;
    void reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization');
    if (hasEntityTag(request, tag)) return reply.code(304).send();
    const columns = await visibleColumns(context.db, row, areas);
    if (columns.length === 0) return reply.code(204).send();
    const packed = packStreams(columns);
    return reply.type('application/vnd.waymark.streams').send(packed);
  },
});
