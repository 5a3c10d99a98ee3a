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
import type { Db } from '../../kernel/database/tables.ts';
import { route } from '../../kernel/server/route.ts';
import { NOTHING_HIDDEN } from '../../privacy/redaction/viewer-scope.ts';
import { pageLinks } from '../../routes/page-links.ts';
import { typesOf } from '../../stats/query-scope.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../../workout-store/workout-rows.ts';
import { presentSummary } from '../presenter.ts';

type Query = z.output<typeof WorkoutSearchQuery>;

const DURATION = sql`coalesce(w.active_time_total, w.elapsed_time_total)`;

/** What each order sorts by. */
const RANKS: Readonly<Record<WorkoutOrder, RawBuilder<unknown>>> = {
  start: sql`w.start_at`,
  name: sql`lower(w.name)`,
  distance: sql`w.distance_total`,
  duration: DURATION,
  ascent: sql`w.ascent_total`,
  speed: sql`w.speed_avg`,
  energy: sql`w.metabolic_energy_total`,
  heartrate: sql`w.heartrate_avg`,
  load: sql`w.load`,
};

/** The conditions of a filter; without any the index of the list answers alone. */
function conditionsOf(userId: number, filter: WorkoutFilter): RawBuilder<unknown> {
  const conditions = [sql`w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null`];
  const { search, from, to, distance_min: least, distance_max: most, gear_id: gear } = filter;
  if (search) conditions.push(sql`w.name ilike ${`%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`}`);
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
    conditions.push(sql`w.bounds[1] <= ${east} and w.bounds[3] >= ${west}
      and w.bounds[2] <= ${north} and w.bounds[4] >= ${south}`);
  }
  return sql.join(conditions, sql` and `);
}

type FoundRow = SummaryRow & {
  load: number | null;
  gear_id: number | null;
  gear_name: string | null;
  has_photo: boolean;
};

/**
 * The rows of a page: its ids from the index, in the order asked for, and only these rows in full, one by one ("offset 0"
 * keeps the planner from reading all of the table once more), which are sorted again. Numbered instead, all of a member's
 * workouts would be sorted for one page.
 */
async function readPage(db: Db, userId: number, query: Query): Promise<FoundRow[]> {
  const order = query.order_by.replace('-', '') as WorkoutOrder;
  const direction = query.order_by.startsWith('-') ? sql`desc` : sql`asc`;
  // By start the index of the list has the order already, in either direction.
  const sorted =
    order === 'start'
      ? sql`w.start_at ${direction}, w.id ${direction}`
      : sql`${RANKS[order]} ${direction} nulls last, w.start_at desc, w.id desc`;
  const columns = sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`w.${column}`)));
  const { rows } = await sql<FoundRow>`
    with page as materialized (
      select w.id from workouts w where ${conditionsOf(userId, query)}
      order by ${sorted} limit ${query.limit} offset ${query.offset}
    )
    select ${columns}, w.load, w.gear_id, g.name as gear_name,
      exists (
        select from workout_photos p where p.user_id = w.user_id and p.workout_id = w.id
          and p.state = 'ready' and p.deleted_at is null) as has_photo
    from page
    cross join lateral (select * from workouts w where w.user_id = ${userId} and w.id = page.id offset 0) w
    left join gear g on g.user_id = w.user_id and g.id = w.gear_id
    order by ${sorted}`.execute(db);
  return rows;
}

/** Conditions that the kept totals of days and years know nothing of. */
const BEYOND_TOTALS = ['search', 'distance_min', 'distance_max', 'gear_id', 'has_photo', 'bounds'] as const;
/** Amounts are kept in whole thousandths. */
const UNIT = 1000;

/** What everything found adds up to: from the kept totals where they can tell, else from the index of the list. */
async function readTotals(db: Db, userId: number, query: Query): Promise<Totals> {
  const { rows } = await (
    BEYOND_TOTALS.some((condition) => query[condition])
      ? sql<Totals>`
        select count(*)::int as count, coalesce(sum(w.distance_total), 0) as distance,
          coalesce(sum(${DURATION}), 0) as duration, coalesce(sum(w.metabolic_energy_total), 0) as energy,
          coalesce(sum(w.ascent_total), 0) as ascent
        from workouts w where ${conditionsOf(userId, query)}`
      : sql<Totals>`
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

const present = (row: FoundRow): ListedWorkout => ({
  ...presentSummary(row, NOTHING_HIDDEN),
  gear: row.gear_id !== null && row.gear_name !== null ? { id: row.gear_id, name: row.gear_name } : null,
  load: row.load,
  has_photo: row.has_photo,
});

export const searchRoute = route<typeof manyWorkoutsCalls.search>({
  call: manyWorkoutsCalls.search,
  access: 'member',
  async handler({ context, caller, query, reply }) {
    const userId = caller!.userId;
    const [rows, totals] = await Promise.all([
      readPage(context.db, userId, query),
      readTotals(context.db, userId, query),
    ]);
    // As for `GET /workout/`: the presenter lists what leaves.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      _links: pageLinks('/v7.1/workout/search/', query, totals.count),
      _embedded: { workouts: rows.map(present) },
      total_count: totals.count,
      totals,
    };
  },
});

/** As many as a list of all can select. */
const IDS_MAX = 20_000;

export const searchIdsRoute = route<typeof manyWorkoutsCalls.ids>({
  call: manyWorkoutsCalls.ids,
  access: 'member',
  async handler({ context, caller, query }) {
    const { rows } = await sql<{ id: number }>`
      select w.id from workouts w where ${conditionsOf(caller!.userId, query)}
      order by w.start_at desc, w.id desc limit ${IDS_MAX}`.execute(context.db);
    return { ids: rows.map(({ id }) => id) };
  },
});
