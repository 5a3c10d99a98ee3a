import { ACTIVITY_GROUPS } from '@waymark/activities';
import { CATALOGUE } from '@waymark/activities/catalogue';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { invalid } from '../../kernel/server/errors.ts';
import type { Privacy } from '@waymark/api-contract';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { existsFor, isSharedRow } from '../../members/visibility/relation.ts';
import type { StoryRow } from './story-rows.ts';

export interface FeedPage {
  /** Positions below this; null for the newest. */
  before: number | null;
  limit: number;
  activityGroup: string | undefined;
}
export type FeedView = 'all' | 'friends' | 'own';

/**
 * Friends who wrote within the last days are read first: each one is one look into an index, which mostly finds nothing
 * further. Only where that does not fill the page the look goes further back. In the units of positions.
 */
const DAY = 86_400_000 * 4096;
const WINDOWS = [DAY, 14 * DAY, Number.POSITIVE_INFINITY];
const NEWEST = Number.MAX_SAFE_INTEGER;

/** @throws ApiProblem for a group that does not exist */
function typesOfGroup(group: string | undefined): number[] | null {
  if (group === undefined || group === 'all') return null;
  if (!ACTIVITY_GROUPS.some(({ key }) => key === group))
    throw invalid({ activity_group: ['Choose an activity from the list.'] });
  return CATALOGUE.filter(({ id }) => groupOfActivity(id) === group).map(({ id }) => id);
}

const ofTypes = (types: number[] | null): RawBuilder<unknown> =>
  types === null ? sql`` : sql`and activity_type_id = any(${types}::int[])`;

const isShown = sql`
  f.status = 'active' and not exists (select from hidden_members where hidden_members.user_id = f.friend_id)`;
const isInForce = (now: Date) => sql`(mutes.until is null or mutes.until > ${now})`;

/** Whether a member wants to see, and may see, the stories of a friend: a condition on the friendship `f`. */
export const isFollowed = (now: Date) => sql<boolean>`
  ${isShown} and not exists (
    select from mutes where mutes.user_id = f.user_id and mutes.muted_id = f.friend_id and ${isInForce(now)})`;

/** As `isFollowed`, for one member: whom they muted is read once, not for each friend. */
const followed = (userId: number, now: Date) => sql`
  select f.friend_id from friendships f
  where f.user_id = ${userId} and ${isShown}
    and f.friend_id not in (select muted_id from mutes where mutes.user_id = ${userId} and ${isInForce(now)})`;

/**
 * Whether a feed shows a story, a row `stories`, to a viewer who may see it: not where the new friend that it tells of
 * does not exist for them. Pages leave these out when they name the friend; counts and announcements ask for it.
 */
export const isPresentedTo = (viewerId: number | RawBuilder<number>) => sql<boolean>`
  (stories.kind <> 'friendship' or ${existsFor(viewerId, 'stories.object_id')})`;

interface Wanted {
  userId: number;
  from: number;
  before: number;
  limit: number;
  types: number[] | null;
  now: Date;
}

/**
 * Ids and places of the first stories between two places. Privacy is part of what is looked for.
 * @param condition of stories beyond that: the index of feeds does not hold their other columns
 */
function newestOf(
  view: FeedView,
  { userId, from, before, limit, types, now }: Wanted,
  condition: RawBuilder<boolean> = sql`true`,
) {
  const within = sql`not is_hidden_from_feed and removed_at is null
    and position < ${before} and position > ${from} ${ofTypes(types)} and ${condition}`;
  const friends = sql`
    select story.* from (${followed(userId, now)}) as friend cross join lateral (
      select user_id, id, position from stories
      where user_id = friend.friend_id and ${isSharedRow('friends')} and ${within}
      order by position desc limit ${limit}) as story`;
  const own = sql`
    (select user_id, id, position from stories where user_id = ${userId} and ${within}
      order by position desc limit ${limit})`;
  const parts = { all: [friends, own], friends: [friends], own: [own] }[view];
  return sql`select user_id, id, position from (${sql.join(parts, sql` union all `)}) as found
    order by position desc limit ${limit}`;
}

const selectStories = (view: FeedView, isOfTypes: boolean) =>
  prepared(
    (
      userId: number,
      from: number,
      before: number,
      limit: number,
      now: Date,
      types: number[],
    ) => sql<StoryRow>`
      select stories.* from (
        ${newestOf(view, { userId, from, before, limit, types: isOfTypes ? types : null, now })}) as page
      join stories on stories.user_id = page.user_id and stories.id = page.id
      order by stories.position desc`,
  );
const statementsOf = (view: FeedView) => ({
  ofAll: selectStories(view, false),
  ofTypes: selectStories(view, true),
});
const STATEMENTS = { all: statementsOf('all'), friends: statementsOf('friends'), own: statementsOf('own') };

/** The stories of a member's home feed, newest first. */
export async function readHomeFeed(
  db: Db,
  userId: number,
  view: FeedView,
  { before, limit, activityGroup }: FeedPage,
  now: Date,
): Promise<StoryRow[]> {
  const types = typesOfGroup(activityGroup);
  const top = before ?? NEWEST;
  const newest = before ?? (now.getTime() - Date.UTC(2026, 0, 1)) * 4096;
  for (const window of WINDOWS) {
    const from = Number.isFinite(window) ? newest - window : Number.MIN_SAFE_INTEGER;
    const select = STATEMENTS[view][types === null ? 'ofAll' : 'ofTypes'];
    const rows = await select(db, userId, from, top, limit, now, types ?? []);
    if (rows.length === limit || !Number.isFinite(window)) return rows;
  }
  return [];
}

/** Stories above a place of the home feed, counted up to a bound. */
export async function countNewer(
  db: Db,
  userId: number,
  view: FeedView,
  { since, limit, activityGroup }: { since: number; limit: number; activityGroup: string | undefined },
  now: Date,
): Promise<number> {
  const types = typesOfGroup(activityGroup);
  const wanted = { userId, from: since, before: NEWEST, limit, types, now };
  const ids = newestOf(view, wanted, isPresentedTo(userId));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${ids}) as newer`.execute(db);
  return rows[0]!.n;
}

/** The stories of one member at some levels, newest first. */
export async function readMemberFeed(
  db: Db,
  userId: number,
  levels: readonly Privacy[],
  { before, limit, activityGroup }: FeedPage,
): Promise<StoryRow[]> {
  const types = typesOfGroup(activityGroup);
  const { rows } = await sql<StoryRow>`
    select * from stories
    where user_id = ${userId} and privacy = any(${[...levels]}::smallint[])
      and not is_hidden_from_feed and removed_at is null and position < ${before ?? NEWEST} ${ofTypes(types)}
    order by position desc limit ${limit}`.execute(db);
  return rows;
}
