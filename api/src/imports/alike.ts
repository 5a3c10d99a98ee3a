import { activityType } from '@waymark/activities/catalogue';
import type { Trx } from '../kernel/database/tables.ts';
import type { ReadWorkout } from '../files/types.ts';

const SAME_START_MS = 60_000;
const OVERLAP = 0.5;
/** The longest a workout lasts; what began earlier cannot reach into this one. */
const REACH_MS = 31 * 24 * 3600 * 1000;
/** A file that names no sport may be any. */
const GENERIC = 1;

export interface Span {
  activityTypeId: number;
  /** ms since 1970. */
  start: number;
  /** Seconds. */
  elapsed: number;
}

/** The same sport, or one of the two unnamed; begun within a minute, or at least half of the shorter one at the same time. */
export function areAlike(a: Span, b: Span): boolean {
  const [rootA, rootB] = [activityType(a.activityTypeId)?.rootId, activityType(b.activityTypeId)?.rootId];
  if (rootA !== rootB && rootA !== GENERIC && rootB !== GENERIC) return false;
  if (Math.abs(a.start - b.start) <= SAME_START_MS) return true;
  const common =
    Math.min(a.start + a.elapsed * 1000, b.start + b.elapsed * 1000) - Math.max(a.start, b.start);
  return common > 0 && common >= OVERLAP * 1000 * Math.min(a.elapsed, b.elapsed);
}

/** The member's workouts that may be the same as one that was read: alike, or of the very same file. */
export async function findAlike(
  trx: Trx,
  from: { userId: number; importId: number; contentHash: string | null; index: number },
  workout: ReadWorkout,
): Promise<number[]> {
  const start = workout.start.getTime();
  const span: Span = { activityTypeId: workout.activityTypeId, start, elapsed: workout.summary.elapsed };
  const near = await trx
    .selectFrom('workouts')
    .select(['id', 'activity_type_id', 'start_at', 'elapsed_time_total', 'content_hash', 'import_index'])
    .where('user_id', '=', from.userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('import_id', 'is', null), eb('import_id', '<>', from.importId)]))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('start_at', '>=', new Date(start - REACH_MS)),
          eb('start_at', '<=', new Date(start + span.elapsed * 1000 + SAME_START_MS)),
        ]),
        ...(from.contentHash === null ? [] : [eb('content_hash', '=', from.contentHash)]),
      ]),
    )
    .execute();
  return near
    .filter(
      (row) =>
        (row.content_hash !== null &&
          row.content_hash === from.contentHash &&
          row.import_index === from.index) ||
        areAlike(span, {
          activityTypeId: row.activity_type_id,
          start: row.start_at.getTime(),
          elapsed: row.elapsed_time_total ?? 0,
        }),
    )
    .map(({ id }) => id);
}
