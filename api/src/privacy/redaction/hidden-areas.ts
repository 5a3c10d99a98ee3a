import type { Db } from '../../kernel/database/tables.ts';
import type { Relation } from '../../workout-store/policy.ts';
import { type Circle, circleOf, isInside, passesThrough, type Vector } from './sphere.ts';

/**
 * What a caller must not see of a member's tracks. Every reader of positions asks for it, so that none can leave
 * without the question having been put.
 */
export interface HiddenAreas {
  circles: readonly Circle[];
  /** Differs when a member's zones have changed; empty for who sees everything. Part of etags. */
  version: string;
}

const NO_AREAS: HiddenAreas = { circles: [], version: '' };

/** The owner sees all of it, at no cost; for others it is one look into an index. */
export async function hiddenAreas(db: Db, userId: number, relation: Relation): Promise<HiddenAreas> {
  return relation === 'self' ? NO_AREAS : areasOf(db, userId);
}

/** The circles that a member hides from others. */
export async function areasOf(db: Db, userId: number): Promise<HiddenAreas> {
  const rows = await db
    .selectFrom('privacy_zone_owners as owner')
    .leftJoin('privacy_zones as zone', 'zone.user_id', 'owner.user_id')
    .select(['version', 'hidden_lat', 'hidden_lng', 'hidden_radius'])
    .where('owner.user_id', '=', userId)
    .execute();
  if (!rows[0]) return NO_AREAS;
  const circles = rows.flatMap(({ hidden_lat: lat, hidden_lng: lng, hidden_radius: radius }) =>
    lat === null || lng === null || radius === null ? [] : [circleOf({ lat, lng, radius })],
  );
  return { circles, version: `-z${rows[0].version}` };
}

export const isHidden = ({ circles }: HiddenAreas, place: Vector): boolean =>
  circles.some((circle) => isInside(circle, place));

/** The way between two places that are not hidden leads through a hidden one. */
export const isHiddenBetween = ({ circles }: HiddenAreas, from: Vector, to: Vector): boolean =>
  circles.some((circle) => passesThrough(circle, from, to));

const METERS_PER_DEGREE = 111_000;

/**
 * The circles that may touch a track, by its bounds: most workouts of a member are nowhere near one of them.
 * @param bounds west, south, east, north; west is above east over the date line
 */
export function areasNear(areas: HiddenAreas, bounds: readonly number[] | null): HiddenAreas {
  if (!bounds || areas.circles.length === 0) return areas;
  const [west = 0, south = 0, east = 0, north = 0] = bounds;
  const circles = areas.circles.filter(({ lat, lng, radius }) => {
    // The bounds are rounded to a metre; and where a degree of longitude is short, no longitude is far.
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
