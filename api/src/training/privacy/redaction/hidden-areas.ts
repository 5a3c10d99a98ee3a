import type { Db } from '../../../kernel/database/tables.ts';
import { type Circle, circleOf, isInside, passesThrough, type Vector } from './sphere.ts';

/** The circles of a member in which nobody else sees their tracks. */
export interface HiddenAreas {
  circles: readonly Circle[];
  /** Changes with the member's zones; empty where nothing is hidden. Part of etags. */
  version: string;
}

export const NO_AREAS: HiddenAreas = { circles: [], version: '' };

/** A stored circle; null in all its columns for an owner without one. */
export interface HiddenCircleRow {
  hidden_lat: number | null;
  hidden_lng: number | null;
  hidden_radius: number | null;
}

/** @param version of the member's zones; null for a member who never had one */
export function toHiddenAreas(version: number | null, rows: readonly HiddenCircleRow[]): HiddenAreas {
  if (version === null) return NO_AREAS;
  const circles = rows.flatMap(({ hidden_lat: lat, hidden_lng: lng, hidden_radius: radius }) =>
    lat === null || lng === null || radius === null ? [] : [circleOf({ lat, lng, radius })],
  );
  return { circles, version: `-z${version}` };
}

/** The circles in which a member's tracks are hidden from others. */
export async function areasOf(db: Db, userId: number): Promise<HiddenAreas> {
  const rows = await db
    .selectFrom('privacy_zone_owners as owner')
    .leftJoin('privacy_zones as zone', 'zone.user_id', 'owner.user_id')
    .select(['version', 'hidden_lat', 'hidden_lng', 'hidden_radius'])
    .where('owner.user_id', '=', userId)
    .execute();
  return toHiddenAreas(rows[0]?.version ?? null, rows);
}

export const isHidden = ({ circles }: HiddenAreas, place: Vector): boolean =>
  circles.some((circle) => isInside(circle, place));

/** The line between two visible places crosses a hidden circle. */
export const isHiddenBetween = ({ circles }: HiddenAreas, from: Vector, to: Vector): boolean =>
  circles.some((circle) => passesThrough(circle, from, to));

const METERS_PER_DEGREE = 111_000;

/**
 * The circles that may touch a track, by its bounds: most workouts are far from all of them.
 * @param bounds west, south, east, north; west is above east over the date line
 */
export function areasNear(areas: HiddenAreas, bounds: readonly number[] | null): HiddenAreas {
  if (!bounds || areas.circles.length === 0) return areas;
  const [west = 0, south = 0, east = 0, north = 0] = bounds;
  const circles = areas.circles.filter(({ lat, lng, radius }) => {
    // The bounds are rounded to a metre. Near the poles a degree of longitude is short.
    const margin = (radius + 100) / METERS_PER_DEGREE;
    if (lat < south - margin || lat > north + margin) return false;
    const shrink = Math.cos(
      (Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + margin) * Math.PI) / 180,
    );
    const wide = margin / shrink;
    const width = (((east - west) % 360) + 360) % 360;
    if (shrink < 0.02 || width + 2 * wide >= 360) return true;
    return (((lng - west + wide) % 360) + 360) % 360 <= width + 2 * wide;
  });
  return { ...areas, circles };
}
