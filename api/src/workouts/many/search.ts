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
 * A page and the totals of everything found, in one round trip: what is found is collected once from the index, in as
 * few columns as sorting and summing need, and only the rows of the page are read in full.
 */
async function findWorkouts(
  db: Db,
  userId: number,
  query: Query,
): Promise<{ rows: FoundRow[]; totals: Totals }> {
  const order = query.order_by.replace('-', '') as WorkoutOrder;
  const direction = query.order_by.startsWith('-') ? sql`desc` : sql`asc`;
  const columns = sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`w.${column}`)));
  const { rows } = await sql<FoundRow & { totals: Totals }>`
    with found as materialized (
      select w.id, w.start_at, ${RANKS[order]} as rank, w.distance_total, ${DURATION} as duration,
        w.metabolic_energy_total, w.ascent_total
      from workouts w where ${conditionsOf(userId, query)}
    ), sums as (
      select count(*)::int as count, coalesce(sum(distance_total), 0) as distance,
        coalesce(sum(duration), 0) as duration, coalesce(sum(metabolic_energy_total), 0) as energy,
        coalesce(sum(ascent_total), 0) as ascent
      from found
    ), page as (
      select id, row_number() over (order by rank ${direction} nulls last, start_at desc, id desc) as place
      from found order by rank ${direction} nulls last, start_at desc, id desc
      limit ${query.limit} offset ${query.offset}
    )
    select to_jsonb(sums) as totals, ${columns}, w.load, w.gear_id, g.name as gear_name,
      exists (
        select from workout_photos p where p.user_id = w.user_id and p.workout_id = w.id
          and p.state = 'ready' and p.deleted_at is null) as has_photo
    from sums left join page on true
    left join workouts w on w.user_id = ${userId} and w.id = page.id
    left join gear g on g.user_id = w.user_id and g.id = w.gear_id
    order by page.place`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), totals: rows[0]!.totals };
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
    const { rows, totals } = await findWorkouts(context.db, caller!.userId, query);
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
