import { SERVICE_BASES, type HeatMapQuery, statsCalls } from '@waymark/api-contract';
import { activityType } from '@waymark/activities/catalogue';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Service, route } from '../../../kernel/server/route.ts';
import type { Db } from '../../../kernel/database/tables.ts';
import { hasEntityTag } from '../../../kernel/server/entity-tag.ts';
import { notAllowed } from '../../../kernel/server/errors.ts';
import { readOwnScope } from '../../privacy/viewer-scope.ts';
import { viewWorkouts, type VisibleWorkout } from '../../privacy/visible-workout.ts';
import { packTracks, type TrackRow } from './pack-tracks.ts';

type Query = z.output<typeof HeatMapQuery>;

/** Changes with every change of a workout or its preview, and with every one that comes or goes. */
async function versionOf(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws('-', count(*), extract(epoch from max(updated_at)), sum(hashint8(id)),
      sum(preview_version)) as version
    from workouts where user_id = ${userId} and parent_id is null and deleted_at is null`.execute(db);
  return rows[0]!.version;
}

async function readTracks(db: Db, userId: number, { from, to }: Query): Promise<VisibleWorkout<TrackRow>[]> {
  const { rows } = await sql<TrackRow>`
    select user_id, id, parent_id, bounds, name, activity_type_id, local_day, distance_total, polyline
    from workouts
    where user_id = ${userId} and parent_id is null and deleted_at is null and polyline is not null
      ${from ? sql`and local_day >= ${from}::date` : sql``} ${to ? sql`and local_day <= ${to}::date` : sql``}
    order by start_at desc, id desc`.execute(db);
  return viewWorkouts(db, [await readOwnScope(db, userId)], rows);
}

/** The activity is one that was asked for, or one below it. */
function isWanted(id: number, wanted: ReadonlySet<number>): boolean {
  for (let at: number | null = id; at !== null; at = activityType(at)?.parentId ?? null) {
    if (wanted.has(at)) return true;
  }
  return false;
}

/** Where a member has been is theirs alone to see: privacy zones and privacy levels of workouts play no part. */
const heatMapHandler = route<typeof statsCalls.heatMap>({
  call: statsCalls.heatMap,
  access: 'member',
  async handler({ context, caller, params, query, request, reply }) {
    if (caller!.userId !== params.id) throw notAllowed('Only the member sees this map.');
    const version = await versionOf(context.db, params.id);
    const asked = createHash('sha256')
      .update(`${params.id} ${version} ${JSON.stringify(query)}`)
      .digest('base64url');
    const tag = `"${asked}"`;
    void reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization');
    if (hasEntityTag(request, tag)) return reply.code(304).send();
    const rows = await readTracks(context.db, params.id, query);
    const types = query.activity_types ?? 'all';
    const wanted = new Set(types.split(',').map(Number));
    const packed = await packTracks(
      types === 'all' ? rows : rows.filter((row) => isWanted(row.activity_type_id, wanted)),
    );
    return reply.type('application/vnd.waymark.tracks').send(packed);
  },
});

export const heatMapService: Service = {
  name: 'heat map',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [heatMapHandler],
};
