import type { Aggregates } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { FIGURES } from '../../workout-store/workout-rows.ts';
import { areasNear, type HiddenAreas } from './hidden-areas.ts';

/** The figures of a workout for viewers who must not see a part of it. */
export interface RedactedWorkout {
  figures: Aggregates;
  start_at: Date;
  /** Some of the track is visible. */
  tracked: boolean;
  /** Of the visible part only: points of a preview of the whole would disclose its share. */
  polyline: string | null;
  bounds: number[] | null;
}

/** What a viewer may see of some workouts of a member: tracks outside the areas, and redacted figures of some. */
export interface ViewerScope extends HiddenAreas {
  redactions: ReadonlyMap<number, RedactedWorkout>;
}

/** Of the owner, and of everyone for a member without zones. */
export const NOTHING_HIDDEN: ViewerScope = {
  circles: [],
  version: '',
  hidesHealthData: false,
  hiddenMapIds: new Set(),
  redactions: new Map(),
};

const NO_PREVIEW = { polyline: null, bounds: null };

type RedactableRow = Aggregates &
  Omit<RedactedWorkout, 'figures' | 'tracked'> & { id: number; has_time_series: boolean };

/** A row as the viewer of a `ViewerScope` may see it; the row itself where nothing is redacted. */
export function redact<R extends RedactableRow>(
  whole: R,
  { redactions: shown, hidesHealthData, hiddenMapIds }: ViewerScope,
): R {
  const isMapHidden = hiddenMapIds.has(whole.id);
  const row =
    hidesHealthData || isMapHidden
      ? {
          ...whole,
          ...(hidesHealthData && { heartrate_min: null, heartrate_max: null, heartrate_avg: null }),
          ...(isMapHidden && NO_PREVIEW),
        }
      : whole;
  const redaction = shown.get(row.id);
  if (!redaction) return row;
  const { figures, tracked, start_at, polyline, bounds } = redaction;
  const has_time_series = row.has_time_series && tracked;
  const preview = isMapHidden ? NO_PREVIEW : { polyline, bounds };
  const redacted: R = { ...row, start_at, ...preview, has_time_series };
  for (const figure of FIGURES)
    (redacted as Aggregates)[figure] = row[figure] === null ? null : (figures[figure] ?? null);
  return redacted;
}

/** Ids of the workouts that may have a hidden part: most are far from every zone. */
export const idsNearZones = (
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: number[] | null }[],
): number[] =>
  areas.circles.length === 0
    ? []
    : rows
        .filter(({ bounds }) => bounds !== null && areasNear(areas, bounds).circles.length > 0)
        .map(({ id }) => id);

/** Reads the stored redactions of some workouts; those that are stale have none. */
export async function readRedactions(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, RedactedWorkout>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('redacted_workouts')
    .select(['workout_id', 'figures', 'start_at', 'tracked', 'polyline', 'bounds'])
    .where('user_id', '=', userId)
    .where('workout_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ workout_id, ...shown }) => [workout_id, shown]));
}
