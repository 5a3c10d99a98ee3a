import { type Links, workoutCalls, type WorkoutListQuery } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { route } from '../server/route.ts';
import { notSignedIn } from '../server/errors.ts';
import { listedPrivacy, relationTo } from './policy.ts';
import { presentSummary } from './presenter.ts';
import { type Db, SUMMARY_COLUMNS, type SummaryRow } from './rows.ts';

type Query = z.output<typeof WorkoutListQuery>;

const filtered = (query: Query) =>
  query.activity_type !== undefined ||
  query.started_after !== undefined ||
  query.started_before !== undefined;

/** What a list may show of one member, before order and page. */
function listed(db: Db, userId: number, privacy: readonly number[], query: Query) {
  let found = db
    .selectFrom('workouts')
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null);
  // An owner sees all of theirs: a condition that is always true would only keep the index from deciding.
  if (privacy.length < 4) found = found.where(sql<boolean>`privacy = any(${[...privacy]}::smallint[])`);
  if (query.activity_type !== undefined) found = found.where('activity_type_id', '=', query.activity_type);
  if (query.started_after) found = found.where('start_at', '>=', new Date(query.started_after));
  if (query.started_before) found = found.where('start_at', '<', new Date(query.started_before));
  return found;
}

/** Rows of a page and how many there are in all: one round trip, and no counting unless there are filters. */
async function readPage(
  db: Db,
  userId: number,
  privacy: readonly number[],
  query: Query,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const found = listed(db, userId, privacy, query);
  const counted = filtered(query)
    ? found.select(({ fn }) => fn.countAll<number>().as('total'))
    : db
        .selectFrom('workout_counts')
        .select(sql<number>`coalesce(sum(n), 0)`.as('total'))
        .where('user_id', '=', userId)
        .where(sql<boolean>`privacy = any(${[...privacy]}::smallint[])`);
  const direction = query.order_by === 'start_datetime' ? 'asc' : 'desc';
  const rows = await found
    .select(SUMMARY_COLUMNS)
    .select(() => [sql<number>`(${counted})::int`.as('total')])
    .orderBy('start_at', direction)
    .orderBy('id', direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  if (rows[0]) return { rows, total: rows[0].total };
  if (query.offset === 0) return { rows: [], total: 0 };
  const beyond = await counted.executeTakeFirst();
  return { rows: [], total: beyond?.total ?? 0 };
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

export const listRoute = route<typeof workoutCalls.list>({
  call: workoutCalls.list,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const userId = query.user ?? caller?.userId;
    if (userId === undefined) throw notSignedIn();
    const privacy = listedPrivacy(relationTo(caller, userId));
    const { rows, total } = await readPage(context.db, userId, privacy, query);
    return {
      _links: pageLinks('/v7.1/workout/', query, total),
      _embedded: { workouts: rows.map(presentSummary) },
      total_count: total,
    };
  },
});
