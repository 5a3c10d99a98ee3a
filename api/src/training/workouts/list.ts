import { type Links, workoutCalls, type WorkoutListQuery } from '@waymark/api-contract';
import { CompiledQuery } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/database/tables.ts';
import { readScopeOfCaller, type ViewerScope } from '../privacy/viewer-scope.ts';
import { viewWorkouts } from '../privacy/visible-workout.ts';
import { route } from '../../kernel/server/route.ts';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { listedPrivacy } from '../../members/visibility/policy.ts';
import { presentSummary } from './presenter.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../workout-store/workout-rows.ts';

type Query = z.output<typeof WorkoutListQuery>;

/**
 * The text is put together once per shape of question: building 40 columns anew for each call costs more than
 * reading the rows. The count comes in the same round trip, from the counters unless there are filters.
 */
const texts = new Map<string, string>();

function textOf(conditions: readonly string[], all: boolean, descending: boolean): string {
  const key = `${conditions.join(' ')} ${all} ${descending}`;
  let text = texts.get(key);
  if (text === undefined) {
    const where = ['user_id = $1', 'parent_id is null', 'deleted_at is null', ...conditions].join(' and ');
    const counted = all
      ? `select sum(n) from workout_counts where ${['user_id = $1', ...conditions].join(' and ')}`
      : `select count(*) from workouts where ${where}`;
    const direction = descending ? 'desc' : 'asc';
    text = `select ${SUMMARY_COLUMNS.join(', ')}, (${counted})::int as total from workouts where ${where}
      order by start_at ${direction}, id ${direction} limit $2 offset $3`;
    texts.set(key, text);
  }
  return text;
}

/** Rows of a page and how many there are in all. */
async function readPage(
  db: Db,
  userId: number,
  privacy: readonly number[],
  query: Query,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const conditions: string[] = [];
  const values: unknown[] = [userId, query.limit, query.offset];
  const when = (condition: string, value: unknown) => conditions.push(`${condition} $${values.push(value)}`);
  // An owner sees all of theirs: a condition that is always true would only keep the index from deciding.
  if (privacy.length < EVERY_PRIVACY) conditions.push(`privacy = any($${values.push(privacy)}::smallint[])`);
  const all = !query.activity_type && !query.started_after && !query.started_before;
  if (query.activity_type) when('activity_type_id =', query.activity_type);
  if (query.started_after) when('start_at >=', new Date(query.started_after));
  if (query.started_before) when('start_at <', new Date(query.started_before));
  const text = textOf(conditions, all, query.order_by === '-start_datetime');
  const ask = async (parameters: unknown[]) =>
    (await db.executeQuery(CompiledQuery.raw(text, parameters))).rows as (SummaryRow & { total: number })[];
  const rows = await ask(values);
  if (rows[0]) return { rows, total: rows[0].total };
  // Beyond the end no row carries the count: the first one does.
  const first = query.offset > 0 ? await ask([userId, 1, 0, ...values.slice(3)]) : [];
  return { rows, total: first[0]?.total ?? 0 };
}
const EVERY_PRIVACY = 4;

const DAY_MS = 86_400_000;

/**
 * Where a start may be hidden, others filter by whole days (UTC): asking again and again they would find when it was,
 * and with it how long before the first place that they see.
 */
function wholeDays(query: Query, { areas }: ViewerScope): Query {
  if (areas.circles.length === 0) return query;
  const { started_after: after, started_before: before } = query;
  const day = (at: string, round: (days: number) => number) =>
    new Date(round(Date.parse(at) / DAY_MS) * DAY_MS).toISOString();
  return {
    ...query,
    ...(after && { started_after: day(after, Math.floor) }),
    ...(before && { started_before: day(before, Math.ceil) }),
  };
}

/** Links to this page and its neighbours, with everything the caller asked for kept. */
export function pageLinks(path: string, query: Query, total: number): Links {
  const at = (offset: number) => {
    const asked = Object.entries({ ...query, offset }).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
    return [{ href: `${path}?${search}` }];
  };
  const links: Links = { self: at(query.offset) };
  if (query.offset + query.limit < total) links.next = at(query.offset + query.limit);
  if (query.offset > 0) links.prev = at(Math.max(0, query.offset - query.limit));
  return links;
}

export const listHandler = route<typeof workoutCalls.list>({
  call: workoutCalls.list,
  access: 'anyone',
  async handler({ context, caller, query, reply }) {
    const userId = query.user ?? caller?.userId;
    if (userId === undefined) throw notSignedIn();
    const { db } = context;
    const scope = await readScopeOfCaller(db, caller, userId);
    const { rows, total } = await readPage(
      db,
      userId,
      listedPrivacy(scope.relation),
      wholeDays(query, scope),
    );
    const workouts = await viewWorkouts(db, [scope], rows);
    // The presenter lists what leaves; the serializer made from the schema would take as long as all the rest
    // to join twenty workouts of forty fields from small pieces.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      _links: pageLinks('/v7.1/workout/', query, total),
      _embedded: { workouts: workouts.map(presentSummary) },
      total_count: total,
    };
  },
});
