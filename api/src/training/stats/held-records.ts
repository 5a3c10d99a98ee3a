import type { Privacy } from '@waymark/api-contract';
import { recordDistancesOf } from '@waymark/units';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { listedPrivacy, type Relation } from '../../members/visibility/policy.ts';
import { isExcludedFor } from '../workout-store/exclusions.ts';
import { addCurves, addTops, noTops, type StoredTops, type Tops } from './curve-tops.ts';
import { readUnlistedCurves } from './read-curves.ts';
import { effortAhead, recordKeysOf } from './read-records.ts';

/** A workout of a list, and what its owner is to the caller. */
interface ListedWorkout {
  user_id: number;
  id: number;
  relation: Relation;
}

/** A workout or one of its legs: what may hold records of its group. */
interface Entry {
  user_id: number;
  root_id: number;
  workout_id: number;
  activity_group: string;
  hides_health_data: boolean;
}

interface Best {
  user_id: number;
  activity_group: string;
  key: string;
  rank: number;
  root_id: number;
}

const groupId = ({ user_id, activity_group }: Pick<Entry, 'user_id' | 'activity_group'>) =>
  `${user_id}:${activity_group}`;

const selectEntries = prepared(
  (owners: number[], ids: number[]) => sql<Entry>`
    select distinct c.user_id, c.root_id, c.workout_id, c.activity_group, u.hides_health_data
    from unnest(${owners}::bigint[], ${ids}::bigint[]) as k (user_id, id)
    join users u on u.id = k.user_id
    join record_candidates c on c.user_id = k.user_id and c.root_id = k.id`,
);

/**
 * The keys of the records that workouts hold now, by the id of the workout: among the whole workouts of the owner's
 * activity group that the caller sees, and among its best efforts.
 */
export async function readHeldRecords(
  db: Db,
  listed: readonly ListedWorkout[],
): Promise<Map<number, string[]>> {
  const held = new Map<number, Set<string>>();
  if (listed.length === 0) return new Map();
  const relationOf = new Map(listed.map(({ user_id, relation }) => [user_id, relation]));
  const visibleOf = new Map([...relationOf].map(([userId, relation]) => [userId, listedPrivacy(relation)]));
  const entries = await selectEntries(
    db,
    listed.map((one) => one.user_id),
    listed.map(({ id }) => id),
  );
  const groups = [...new Map(entries.map((entry) => [groupId(entry), entry])).values()];
  if (groups.length === 0) return new Map();
  const [bests, tops] = await Promise.all([
    readBests(db, groups, relationOf),
    readAllTops(db, groups, visibleOf),
  ]);
  const hold = (rootId: number, key: string) =>
    void (held.get(rootId) ?? held.set(rootId, new Set()).get(rootId)!).add(key);
  const rootOf = new Map(entries.map(({ workout_id, root_id }) => [workout_id, root_id]));
  const listedRoots = new Set(listed.map(({ id }) => id));
  for (const group of groups) {
    const ofGroup = bests.filter((best) => groupId(best) === groupId(group));
    const top = tops.get(groupId(group));
    const beaten = new Set<string>();
    for (const distance of recordDistancesOf(group.activity_group)) {
      const rank = ofGroup.find(({ key }) => key === distance.key)?.rank ?? 0;
      const effort = top && effortAhead(top.distance, distance, rank);
      if (!effort) continue;
      beaten.add(distance.key);
      const root = rootOf.get(effort.id);
      if (root !== undefined) hold(root, distance.key);
    }
    for (const { key, root_id } of ofGroup) {
      if (!beaten.has(key) && listedRoots.has(root_id)) hold(root_id, key);
    }
  }
  return new Map([...held].map(([id, keys]) => [id, [...keys]]));
}

type VisibleOf = ReadonlyMap<number, readonly Privacy[]>;

const selectBests = prepared(
  (owners: number[], groups: string[], keys: string[], levels: string[]) => sql<Best>`
    select k.user_id, k.activity_group, k.key, best.rank, best.root_id
    from unnest(${owners}::bigint[], ${groups}::text[], ${keys}::text[], ${levels}::text[])
      as k (user_id, activity_group, key, levels)
    cross join lateral (
      select c.* from unnest(k.levels::smallint[]) as p (level)
      cross join lateral (
        select rank, start_at, workout_id, root_id from record_candidates
        where user_id = k.user_id and activity_group = k.activity_group and key = k.key and privacy = p.level
          and not ${isExcludedFor(sql`k.levels::smallint[]`, sql`k.user_id`, sql`root_id`)}
        order by rank desc, start_at, workout_id limit 1) as c
      order by c.rank desc, c.start_at, c.workout_id limit 1) as best`,
);

/** The best whole workout of each group and key, each the first entry of an index. */
function readBests(
  db: Db,
  groups: readonly Entry[],
  relationOf: ReadonlyMap<number, Relation>,
): Promise<Best[]> {
  const wanted = groups.flatMap(({ user_id, activity_group, hides_health_data: hidesHealthData }) => {
    const relation = relationOf.get(user_id)!;
    return recordKeysOf(activity_group, { hidesHealthData, isOwner: relation === 'self' }).map((key) => ({
      user_id,
      activity_group,
      key,
      levels: `{${listedPrivacy(relation).join(',')}}`,
    }));
  });
  return selectBests(
    db,
    wanted.map(({ user_id }) => user_id),
    wanted.map((one) => one.activity_group),
    wanted.map(({ key }) => key),
    wanted.map(({ levels }) => levels),
  );
}

/** The best efforts of each group among what counts for the caller. */
async function readAllTops(
  db: Db,
  groups: readonly Entry[],
  visibleOf: VisibleOf,
): Promise<Map<string, Tops>> {
  const [tops, unlisted] = await Promise.all([
    readTops(db, groups, visibleOf),
    readUnlistedCurves(
      db,
      groups.map(({ user_id: userId, activity_group: group }) => ({
        userId,
        group,
        privacy: visibleOf.get(userId)!,
      })),
    ),
  ]);
  for (const row of unlisted) tops.set(groupId(row), addCurves(tops.get(groupId(row)) ?? noTops(), row));
  return tops;
}

const selectTops = prepared(
  (owners: number[], groups: string[]) => sql<
    StoredTops & { user_id: number; activity_group: string; privacy: Privacy }
  >`
    select t.* from unnest(${owners}::bigint[], ${groups}::text[]) as k (user_id, activity_group)
    join curve_tops t on t.user_id = k.user_id and t.activity_group = k.activity_group and t.span = 'y'`,
);

/** The best efforts of each group, from the stored bests of its years. */
async function readTops(db: Db, groups: readonly Entry[], visibleOf: VisibleOf): Promise<Map<string, Tops>> {
  const rows = await selectTops(
    db,
    groups.map(({ user_id }) => user_id),
    groups.map((one) => one.activity_group),
  );
  const tops = new Map<string, Tops>();
  for (const row of rows) {
    if (!visibleOf.get(row.user_id)!.includes(row.privacy)) continue;
    tops.set(groupId(row), addTops(tops.get(groupId(row)) ?? noTops(), row));
  }
  return tops;
}
