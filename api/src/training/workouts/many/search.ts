import {
  type ListedWorkout,
  manyWorkoutsCalls,
  type Totals,
  type WorkoutFilter,
  type WorkoutOrder,
  type WorkoutSearchQuery,
} from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/database/tables.ts';
import { route } from '../../../kernel/server/route.ts';
import { readOwnScope } from '../../privacy/viewer-scope.ts';
import { viewWorkouts, type VisibleWorkout } from '../../privacy/visible-workout.ts';
import { isEnergyFromHeartRateIn } from '../../../recordings/model/health-data.ts';
import { pageLinks } from '../../../kernel/server/page-links.ts';
import { typesOf } from '../../stats/query-scope.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../../workout-store/workout-rows.ts';
import { presentSummary } from '../presenter.ts';

type Query = z.output<typeof WorkoutSearchQuery>;

const DURATION = sql`coalesce(w.active_time_total, w.elapsed_time_total)`;

const ENERGY = sql`w.metabolic_energy_total`;

/** What each order sorts by. */
const RANKS: Readonly<Record<WorkoutOrder, RawBuilder<unknown>>> = {
  start: sql`w.start_at`,
  name: sql`lower(w.name)`,
  distance: sql`w.distance_total`,
  duration: DURATION,
  ascent: sql`w.ascent_total`,
  speed: sql`w.speed_avg`,
  energy: ENERGY,
  heartrate: sql`w.heartrate_avg`,
  load: sql`w.load`,
};

/** Energy without what was worked out from a heart rate. */
const ENERGY_WITHOUT_HEALTH_DATA = sql`case when ${isEnergyFromHeartRateIn('w')} then null else ${ENERGY} end`;

/** The same where health data is hidden: the order would tell what the figures do not. */
const RANKS_WITHOUT_HEALTH_DATA: typeof RANKS = {
  ...RANKS,
  energy: ENERGY_WITHOUT_HEALTH_DATA,
  heartrate: sql`null::float8`,
  load: sql`null::float8`,
};

/**
 * How a list is sorted. Equal workouts stand as in the index of their order, which is read backwards for the other
 * direction: a page of all workouts is never sorted.
 */
function orderOf({ order_by: orderBy }: Query, hidesHealthData: boolean) {
  const order = orderBy.replace('-', '') as WorkoutOrder;
  const rank = (hidesHealthData ? RANKS_WITHOUT_HEALTH_DATA : RANKS)[order];
  const isRankIndexed = rank === RANKS[order];
  const isBackwards = orderBy.startsWith('-');
  const direction = isBackwards ? sql`desc` : sql`asc`;
  const isIndexed = order === 'start' || (order === 'name') !== isBackwards;
  const ties = isIndexed ? sql`desc` : sql`asc`;
  const hasGaps = order !== 'start' && order !== 'name';
  const sorted =
    order === 'start'
      ? sql`w.start_at ${direction}, w.id ${direction}`
      : sql`${rank} ${direction} ${hasGaps ? sql`nulls last` : sql``}, w.start_at ${ties}, w.id ${ties}`;
  return { order, rank, isRankIndexed, direction, ties, hasGaps, isBackwards, sorted };
}

/** The conditions of a filter, written as the expressions of the indexes of lists are. */
function conditionsOf(filter: WorkoutFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const { search, from, to, distance_min: least, distance_max: most, gear_id: gear } = filter;
  if (search) {
    const part = `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    conditions.push(sql`lower(w.name) like lower(${part})`);
  }
  const types = typesOf(filter.activity_types);
  if (types !== null) conditions.push(sql`w.activity_type_id = any(${types}::int[])`);
  if (from !== undefined) conditions.push(sql`w.local_day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`w.local_day <= ${to}::date`);
  if (least !== undefined) conditions.push(sql`w.distance_total >= ${least}`);
  if (most !== undefined) conditions.push(sql`w.distance_total <= ${most}`);
  if (gear !== undefined) conditions.push(sql`w.gear_id = ${gear}`);
  if (filter.privacy !== undefined) conditions.push(sql`w.privacy = ${Number(filter.privacy)}`);
  if (filter.has_photo !== undefined) {
    conditions.push(sql`exists (
      select from workout_photos p where p.user_id = w.user_id and p.workout_id = w.id
        and p.state = 'ready' and p.deleted_at is null)`);
  }
  if (filter.bounds !== undefined) {
    const [west, south, east, north] = filter.bounds.split(',').map(Number);
    conditions.push(sql`w.bounds is not null and w.bounds[1] <= ${east} and w.bounds[3] >= ${west}
      and w.bounds[2] <= ${north} and w.bounds[4] >= ${south}`);
  }
  return conditions;
}

function foundBy(userId: number, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const listed = sql`w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null`;
  return sql`from workouts w where ${sql.join([listed, ...conditions], sql` and `)}`;
}

type FoundRow = SummaryRow & {
  load: number | null;
  gear_id: number | null;
  gear_name: string | null;
  has_photo: boolean;
};

/**
 * The ids of a page. Each order has an index, which gives a page of all workouts without sorting. The index of the order
 * by start also holds every column that a filter needs; the others do not, and a filter that few workouts match, which the
 * planner cannot know of one member, would have them fetch row after row from the table. There "offset 0" has the planner
 * filter first and sort what is left.
 */
function pageIdsOf(userId: number, query: Query, hidesHealthData: boolean): RawBuilder<unknown> {
  const { limit, offset, order_by: _, ...filter } = query;
  const { order, rank, isRankIndexed, direction, ties, hasGaps, isBackwards, sorted } = orderOf(
    query,
    hidesHealthData,
  );
  const conditions = conditionsOf(filter);
  const found = foundBy(userId, conditions);
  const page = sql`limit ${limit} offset ${offset}`;
  const ranked = sql`order by rank ${direction} ${hasGaps ? sql`nulls last` : sql``}, start_at ${ties}, id ${ties}`;
  if (order !== 'start' && (conditions.length > 0 || !isRankIndexed))
    return sql`select id from (select w.id, w.start_at, ${rank} as rank ${found} offset 0) w ${ranked} ${page}`;
  if (!hasGaps || isBackwards) return sql`select w.id ${found} order by ${sorted} ${page}`;
  // Read backwards, an index begins with what lacks the figure ("nulls first"); it comes last all the same.
  const read = (condition: RawBuilder<unknown>) => sql`
    (select w.id, w.start_at, ${rank} as rank ${foundBy(userId, [condition])}
     order by ${rank} asc nulls first, w.start_at asc, w.id asc limit ${limit + offset})`;
  return sql`
    select id from (${read(sql`${rank} is not null`)} union all ${read(sql`${rank} is null`)}) w ${ranked} ${page}`;
}

/**
 * The rows of a page: its ids from an index, in the order asked for, and only these rows in full, one by one ("offset 0"
 * keeps the planner from reading all of the table once more), which are sorted again. Numbered instead, all of a member's
 * workouts would be sorted for one page.
 */
async function readPage(db: Db, userId: number, query: Query, hidesHealthData: boolean): Promise<FoundRow[]> {
  const columns = sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`w.${column}`)));
  const { rows } = await sql<FoundRow>`
    with page as materialized (${pageIdsOf(userId, query, hidesHealthData)})
    select ${columns}, w.load, w.gear_id, g.name as gear_name,
      exists (
        select from workout_photos p where p.user_id = w.user_id and p.workout_id = w.id
          and p.state = 'ready' and p.deleted_at is null) as has_photo
    from page
    cross join lateral (select * from workouts w where w.user_id = ${userId} and w.id = page.id offset 0) w
    left join gear g on g.user_id = w.user_id and g.id = w.gear_id
    order by ${orderOf(query, hidesHealthData).sorted}`.execute(db);
  return rows;
}

/** Conditions that the kept totals of days and years know nothing of. */
const BEYOND_TOTALS = ['search', 'distance_min', 'distance_max', 'gear_id', 'has_photo', 'bounds'] as const;
/** Amounts are kept in whole thousandths. */
const UNIT = 1000;

/** What everything found adds up to: from the kept totals where they can tell, else from the index of the list. */
async function readTotals(db: Db, userId: number, query: Query, hidesHealthData: boolean): Promise<Totals> {
  const energy = hidesHealthData ? ENERGY_WITHOUT_HEALTH_DATA : ENERGY;
  const { rows } = await (
    hidesHealthData || BEYOND_TOTALS.some((condition) => query[condition])
      ? sql<Totals>`
        select count(*)::int as count, coalesce(sum(w.distance_total), 0) as distance,
          coalesce(sum(${DURATION}), 0) as duration, coalesce(sum(${energy}), 0) as energy,
          coalesce(sum(w.ascent_total), 0) as ascent
        ${foundBy(userId, conditionsOf(query))}`
      : sql<Totals>`
        /* prepared */
        select coalesce(sum(n), 0)::int as count, coalesce(sum(distance), 0)::float8 / ${UNIT} as distance,
          coalesce(sum(duration), 0)::float8 / ${UNIT} as duration,
          coalesce(sum(energy), 0)::float8 / ${UNIT} as energy,
          coalesce(sum(ascent), 0)::float8 / ${UNIT} as ascent
        from workout_totals where ${totalsConditionsOf(userId, query)}`
  ).execute(db);
  return rows[0]!;
}

function totalsConditionsOf(
  userId: number,
  { activity_types, from, to, privacy }: Query,
): RawBuilder<unknown> {
  const isWhole = from === undefined && to === undefined;
  const conditions = [sql`user_id = ${userId} and span = ${sql.lit(isWhole ? 'y' : 'd')}`];
  const types = typesOf(activity_types);
  if (types !== null) conditions.push(sql`activity_type_id = any(${types}::int[])`);
  if (from !== undefined) conditions.push(sql`first_day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`first_day <= ${to}::date`);
  if (privacy !== undefined) conditions.push(sql`privacy = ${Number(privacy)}`);
  return sql.join(conditions, sql` and `);
}

const present = (row: VisibleWorkout<FoundRow>): ListedWorkout => ({
  ...presentSummary(row),
  gear: row.gear_id !== null && row.gear_name !== null ? { id: row.gear_id, name: row.gear_name } : null,
  load: row.load,
  has_photo: row.has_photo,
});

export const searchHandler = route<typeof manyWorkoutsCalls.search>({
  call: manyWorkoutsCalls.search,
  access: 'member',
  async handler({ context, caller, query, reply }) {
    const userId = caller!.userId;
    const { db } = context;
    const search = (hidesHealthData: boolean) =>
      Promise.all([
        readPage(db, userId, query, hidesHealthData),
        readTotals(db, userId, query, hidesHealthData),
      ]);
    // Few members hide their health data: nobody else waits for the answer whether they do.
    const [scope, found] = await Promise.all([readOwnScope(db, userId), search(false)]);
    const [rows, totals] = scope.hidesHealthData ? await search(true) : found;
    const workouts = await viewWorkouts(db, [scope], rows);
    // As for `GET /workout/`: the presenter lists what leaves.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      _links: pageLinks('/v7.1/workout/search/', query, totals.count),
      _embedded: { workouts: workouts.map(present) },
      total_count: totals.count,
      totals,
    };
  },
});

/** As many as a list of all can select. */
const IDS_MAX = 20_000;

export const searchIdsHandler = route<typeof manyWorkoutsCalls.ids>({
  call: manyWorkoutsCalls.ids,
  access: 'member',
  async handler({ context, caller, query }) {
    const { rows } = await sql<{ id: number }>`
      select w.id ${foundBy(caller!.userId, conditionsOf(query))}
      order by w.start_at desc, w.id desc limit ${IDS_MAX}`.execute(context.db);
    return { ids: rows.map(({ id }) => id) };
  },
});
