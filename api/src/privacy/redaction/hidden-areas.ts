import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { hidesHealthData } from '../../workout-store/member.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Relation } from '../../visibility/policy.ts';
import { type Circle, circleOf, isInside, passesThrough, type Vector } from './sphere.ts';

/**
 * The areas of a member that a viewer must not see. Every function that reads positions takes them as a parameter,
 * so that no caller can skip the check.
 */
export interface HiddenAreas {
  circles: readonly Circle[];
  /** Changes with the member's zones; empty where nothing is hidden. Part of etags. */
  version: string;
  /** The member has not consented to the use of their health data: nobody sees the heart rate, not even they. */
  hidesHealthData: boolean;
  /** Workouts and legs whose member shows others the figures without the map. */
  hiddenMapIds: ReadonlySet<number>;
}

const NO_AREAS: HiddenAreas = { circles: [], version: '', hidesHealthData: false, hiddenMapIds: new Set() };

/** The owner sees the whole track. The heart rate depends on their consent, for others and for themselves. */
export async function hiddenAreas(db: Db, userId: number, relation: Relation): Promise<HiddenAreas> {
  const isOwn = relation === 'self';
  const [areas, hiddenMapIds, isHidden] = await Promise.all([
    isOwn ? NO_AREAS : areasOf(db, userId),
    isOwn ? NO_AREAS.hiddenMapIds : readHiddenMapIds(db, userId),
    hidesHealthData(db, userId),
  ]);
  const version = areas.version + (isHidden ? '-h' : '') + versionOfMaps(hiddenMapIds);
  return { ...areas, hiddenMapIds, hidesHealthData: isHidden, version };
}

async function readHiddenMapIds(db: Db, userId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    with hidden as (
      select object_id as id from stories where user_id = ${userId} and is_map_hidden and kind = 'workout')
    select id from hidden
    union all
    select leg.id from hidden join workouts leg on leg.user_id = ${userId} and leg.parent_id = hidden.id`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

function versionOfMaps(ids: ReadonlySet<number>): string {
  if (ids.size === 0) return '';
  const text = [...ids].sort((a, b) => a - b).join();
  return `-m${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`;
}

/** The circles in which a member's tracks are hidden from others. */
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
  return { ...NO_AREAS, circles, version: `-z${rows[0].version}` };
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
