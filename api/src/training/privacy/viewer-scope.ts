import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { Relation } from '../../members/visibility/policy.ts';
import { relationTo } from '../../members/visibility/relation.ts';
import { type HiddenAreas, type HiddenCircleRow, NO_AREAS, toHiddenAreas } from './redaction/hidden-areas.ts';

const wasRead = Symbol('read from the database');

/** What decides how much of a member's workouts one viewer sees. Only this file makes one. */
export interface ViewerScope {
  readonly [wasRead]: true;
  readonly ownerId: number;
  readonly relation: Relation;
  /** The owner's zones, whoever looks; null where they were not read. */
  readonly zones: HiddenAreas | null;
  /** Where this viewer must not see tracks: the owner sees the whole track. */
  readonly areas: HiddenAreas;
  /** The owner has not consented to the use of their health data: nobody sees it, not even they. */
  readonly hidesHealthData: boolean;
  /** Workouts whose maps were looked up along with the scope, and those of them whose map this viewer must not see. */
  readonly maps: { readonly checkedIds: ReadonlySet<number>; readonly hiddenIds: ReadonlySet<number> };
}

/** A row for each zone of the owner, or one without a zone; and one for each hidden map. */
interface OwnerRow extends HiddenCircleRow {
  owner_id: number;
  hides_health_data: boolean | null;
  zones_version: number | null;
  hidden_map_id: number | null;
}

const selectOwners = prepared(
  (ownerIds: number[], workoutIds: number[]) => sql<OwnerRow>`
    select u.id as owner_id, u.hides_health_data, zone_owner.version as zones_version,
      zone.hidden_lat, zone.hidden_lng, zone.hidden_radius, null::bigint as hidden_map_id
    from users u
    left join privacy_zone_owners zone_owner on zone_owner.user_id = u.id
    left join privacy_zones zone on zone.user_id = u.id
    where u.id = any(${ownerIds}::bigint[])
    union all
    select user_id, null, null, null, null, null, workout_id from hidden_maps
    where user_id = any(${ownerIds}::bigint[]) and workout_id = any(${workoutIds}::bigint[])`,
);

/** All that the owner's own view depends on. */
const selectOwner = prepared(
  (ownerId: number) => sql<{ hides_health_data: boolean }>`
    select hides_health_data from users where id = ${ownerId}`,
);

const selectHiddenMaps = prepared(
  (ownerId: number, workoutIds: number[]) => sql<{ id: number }>`
    select workout_id as id from hidden_maps
    where user_id = ${ownerId} and workout_id = any(${workoutIds}::bigint[])`,
);

/**
 * Condition on a row of `workouts` of somebody else: its map is not hidden. Where SQL compares places or routes of members,
 * what comes of it would tell where a hidden one was.
 */
export const hasOpenMap = sql<boolean>`not exists (
  select from hidden_maps where hidden_maps.user_id = workouts.user_id and hidden_maps.workout_id = workouts.id)`;

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
  const rowsByOwner = Map.groupBy(rows, ({ owner_id }) => owner_id);
  return [...relations].map(([ownerId, relation]) =>
    toViewerScope(rowsByOwner.get(ownerId) ?? [], ownerId, relation, workoutIds),
  );
}

/** `readViewerScopes` for one owner. @param relation is awaited while the rest is read */
export async function readViewerScope(
  db: Db,
  ownerId: number,
  relation: Relation | Promise<Relation>,
  workoutIds: readonly number[] = [],
): Promise<ViewerScope> {
  const [rows, viewer] = await Promise.all([selectOwners(db, [ownerId], [...workoutIds]), relation]);
  return toViewerScope(rows, ownerId, viewer, workoutIds);
}

/** The scope of members who look at their own workouts. */
export async function readOwnScope(db: Db, ownerId: number): Promise<ViewerScope> {
  const [owner] = await selectOwner(db, ownerId);
  const hidesHealthData = owner?.hides_health_data ?? true;
  return {
    [wasRead]: true,
    ownerId,
    relation: 'self',
    zones: null,
    areas: NO_AREAS,
    hidesHealthData,
    maps: NO_MAPS,
  };
}

/** What a caller is to a member, and how much they see of the member's workouts. */
export const readScopeOfCaller = (db: Db, caller: Caller | null, ownerId: number): Promise<ViewerScope> =>
  caller?.userId === ownerId
    ? readOwnScope(db, ownerId)
    : readViewerScope(db, ownerId, relationTo(db, caller, ownerId));

const NO_MAPS: ViewerScope['maps'] = { checkedIds: new Set(), hiddenIds: new Set() };

function toViewerScope(
  rows: readonly OwnerRow[],
  ownerId: number,
  relation: Relation,
  workoutIds: readonly number[],
): ViewerScope {
  const owner = rows.find(({ hides_health_data }) => hides_health_data !== null);
  const zones = toHiddenAreas(owner?.zones_version ?? null, rows);
  const hiddenIds = rows.flatMap(({ hidden_map_id }) => hidden_map_id ?? []);
  return {
    [wasRead]: true,
    ownerId,
    relation,
    zones,
    areas: relation === 'self' ? NO_AREAS : zones,
    // Of an owner who is not there, nothing is.
    hidesHealthData: owner?.hides_health_data ?? true,
    maps: { checkedIds: new Set(workoutIds), hiddenIds: new Set(hiddenIds) },
  };
}
