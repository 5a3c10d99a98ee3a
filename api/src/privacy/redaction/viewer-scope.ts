import type { Aggregates } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { FIGURES } from '../../workout-store/workout-rows.ts';
import { areasNear, type HiddenAreas } from './hidden-areas.ts';

/** What others are told of a workout of which they miss a part. */
export interface Shown {
  figures: Aggregates;
  start_at: Date;
  /** False where none of the track is visible. */
  tracked: boolean;
  /** Drawn from what is visible: how many points a picture of the whole had left for it would tell its share. */
  polyline: string | null;
  bounds: number[] | null;
}

/** What a caller sees of some workouts of a member: their tracks outside the areas, and other figures of some. */
export interface Sight extends HiddenAreas {
  shown: ReadonlyMap<number, Shown>;
}

/** Of the owner, and of everyone for a member without zones. */
export const NOTHING_HIDDEN: Sight = { circles: [], version: '', shown: new Map() };

type Told = Aggregates & Omit<Shown, 'figures' | 'tracked'> & { id: number; has_time_series: boolean };

/** A row as the caller of a `Sight` is told of it. The row itself where they miss nothing. */
export function asShown<R extends Told>(row: R, { shown }: Sight): R {
  const told = shown.get(row.id);
  if (!told) return row;
  const { figures, tracked, start_at, polyline, bounds } = told;
  const has_time_series = row.has_time_series && tracked;
  const seen: R = { ...row, start_at, polyline, bounds, has_time_series };
  for (const figure of FIGURES) (seen as Aggregates)[figure] = figures[figure] ?? null;
  return seen;
}

/** Ids of those that may have a hidden part: most workouts of a member are nowhere near a zone. */
export const idsNear = (
  areas: HiddenAreas,
  rows: readonly { id: number; bounds: number[] | null }[],
): number[] =>
  areas.circles.length === 0
    ? []
    : rows
        .filter(({ bounds }) => bounds !== null && areasNear(areas, bounds).circles.length > 0)
        .map(({ id }) => id);

/** What is known of some workouts, without those that wait. */
export async function knownShown(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, Shown>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('shown_workouts')
    .select(['workout_id', 'figures', 'start_at', 'tracked', 'polyline', 'bounds'])
    .where('user_id', '=', userId)
    .where('workout_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ workout_id, ...shown }) => [workout_id, shown]));
}
