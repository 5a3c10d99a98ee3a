import { sql } from 'kysely';
import { prepared } from '../kernel/database/prepared.ts';
import type { Db } from '../kernel/database/tables.ts';
import type { Relation } from '../visibility/policy.ts';
import { type HiddenAreas, type HiddenCircleRow, NO_AREAS, toHiddenAreas } from './redaction/hidden-areas.ts';

const wasRead = Symbol('read from the database');

/** What decides how much of a member's workouts one viewer sees. Only this file makes one. */
export interface ViewerScope {
  readonly [wasRead]: true;
  readonly ownerId: number;
  readonly relation: Relation;
  /** The owner's zones, whoever looks. */
  readonly zones: HiddenAreas;
  /** Where this viewer must not see tracks: the owner sees the whole track. */
  readonly areas: HiddenAreas;
  /** The owner has not consented to the use of their health data: nobody sees it, not even they. */
  readonly hidesHealthData: boolean;
  /** Workouts whose maps were looked up along with the scope, and those of them whose map this viewer must not see. */
  readonly maps: { readonly checkedIds: ReadonlySet<number>; readonly hiddenIds: ReadonlySet<number> };
}

interface OwnerRow {
  id: number;
  hides_health_data: boolean;
  zones_version: number | null;
  zones: HiddenCircleRow[] | null;
  hidden_map_ids: number[] | null;
}

const isMapHidden = sql`is_map_hidden and kind = 'workout'`;

const selectOwners = prepared(
  (ownerIds: number[], workoutIds: number[]) => sql<OwnerRow>`
    select u.id, u.hides_health_data, zone_owner.version as zones_version,
      (select json_agg(zone) from (
        select hidden_lat, hidden_lng, hidden_radius from privacy_zones where user_id = u.id) as zone) as zones,
      (select json_agg(object_id) from stories
        where user_id = u.id and ${isMapHidden} and object_id = any(${workoutIds}::bigint[])) as hidden_map_ids
    from users u left join privacy_zone_owners zone_owner on zone_owner.user_id = u.id
    where u.id = any(${ownerIds}::bigint[])`,
);

const selectHiddenMaps = prepared(
  (ownerId: number, workoutIds: number[]) => sql<{ id: number }>`
    select object_id as id from stories
    where user_id = ${ownerId} and ${isMapHidden} and object_id = any(${workoutIds}::bigint[])`,
);

/** Owners hide a map from others, never from themselves. Legs have no story: the map of a leg is that of its workout. */
export async function findHiddenMaps(
  db: Db,
  { ownerId, relation, maps }: ViewerScope,
  rootIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (relation === 'self') return new Set();
  const uncheckedIds = [...new Set(rootIds)].filter((id) => !maps.checkedIds.has(id));
  if (uncheckedIds.length === 0) return maps.hiddenIds;
  const rows = await selectHiddenMaps(db, ownerId, uncheckedIds);
  return new Set([...maps.hiddenIds, ...rows.map(({ id }) => id)]);
}

/**
 * What decides how much of some members' workouts one viewer sees, in one query.
 * @param relations what the viewer is to each owner, by the owner's id
 * @param workoutIds where it is known which workouts will be shown: their hidden maps then cost no query of their own
 */
export async function readViewerScopes(
  db: Db,
  relations: ReadonlyMap<number, Relation>,
  workoutIds: readonly number[] = [],
): Promise<ViewerScope[]> {
  if (relations.size === 0) return [];
  const rows = await selectOwners(db, [...relations.keys()], [...workoutIds]);
  const owners = new Map(rows.map((row) => [row.id, row]));
  return [...relations].map(([ownerId, relation]) =>
    toViewerScope(owners.get(ownerId), ownerId, relation, workoutIds),
  );
}

/** `readViewerScopes` for one owner. @param relation is awaited while the rest is read */
export async function readViewerScope(
  db: Db,
  ownerId: number,
  relation: Relation | Promise<Relation>,
  workoutIds: readonly number[] = [],
): Promise<ViewerScope> {
  const [[owner], viewer] = await Promise.all([selectOwners(db, [ownerId], [...workoutIds]), relation]);
  return toViewerScope(owner, ownerId, viewer, workoutIds);
}

function toViewerScope(
  owner: OwnerRow | undefined,
  ownerId: number,
  relation: Relation,
  workoutIds: readonly number[],
): ViewerScope {
  const zones = toHiddenAreas(owner?.zones_version ?? null, owner?.zones ?? []);
  return {
    [wasRead]: true,
    ownerId,
    relation,
    zones,
    areas: relation === 'self' ? NO_AREAS : zones,
    // Of an owner who is not there, nothing is.
    hidesHealthData: owner?.hides_health_data ?? true,
    maps: { checkedIds: new Set(workoutIds), hiddenIds: new Set(owner?.hidden_map_ids) },
  };
}
