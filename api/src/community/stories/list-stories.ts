import { storyCalls, type Story, type StoryList, type StoryListQuery } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound, notSignedIn } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { canRead, listedPrivacy, type Relation } from '../../members/visibility/policy.ts';
import { isListedFor, relationTo } from '../../members/visibility/relation.ts';
import { findActors } from './actors.ts';
import { presentComment, presentLike, presentStories } from './present-stories.ts';
import { countNewer, type FeedPage, readHomeFeed, readMemberFeed } from './read-feed.ts';
import { readComments, readLikes, readReplies } from './replies-of-stories.ts';
import { readableStory, relationToStory, type StoryRow } from './story-rows.ts';

type Query = z.output<typeof StoryListQuery>;

const PATH = '/v7.1/activity_story/';

/** Without the key of a link: no answer holds one, and who pages with it has it. */
function linksOf(asked: Query, before: number | null) {
  const { key: _, ...query } = asked;
  const at = (changes: Partial<Query>) => {
    const parameters = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined);
    return [
      { href: `${PATH}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}` },
    ];
  };
  return { self: at({}), ...(before !== null && { next: at({ before }) }) };
}

const answer = (
  query: Query,
  embedded: Partial<StoryList['_embedded']>,
  { next, total }: { next: number | null; total: number },
): StoryList => ({
  _links: linksOf(query, next),
  _embedded: { stories: [], likes: [], comments: [], ...embedded },
  total_count: total,
});

/** A page of rows that were asked for with one more than it holds, and the place where the next one begins. */
function pageOf<T>(rows: readonly T[], limit: number, placeOf: (row: T) => number) {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? placeOf(page.at(-1)!) : null };
}

async function readFeed(context: Context, caller: Caller | null, query: Query): Promise<StoryList> {
  const { db, now } = context;
  const { limit } = query;
  const asked: FeedPage = {
    before: query.before ?? null,
    limit: limit + 1,
    activityGroup: query.activity_group,
  };
  const feedId = query.feed_id ?? caller?.userId;
  if (feedId === undefined) throw notSignedIn();
  let rows: StoryRow[];
  let relationOf: (ownerId: number) => Relation;
  if (query.feed_type === 'user') {
    const relation = await relationTo(db, caller, feedId);
    relationOf = () => relation;
    rows = await readMemberFeed(db, feedId, listedPrivacy(relation), asked);
  } else {
    if (!caller) throw notSignedIn();
    if (feedId !== caller.userId) throw notAllowed('Only the member sees this feed.');
    relationOf = (ownerId) => (ownerId === caller.userId ? 'self' : 'friend');
    rows = await readHomeFeed(db, caller.userId, query.feed_view, asked, now());
  }
  const { page, next } = pageOf(rows, limit, ({ position }) => position);
  const stories = await presentStories(context, caller, page, relationOf);
  return answer(query, { stories }, { next, total: stories.length + (next === null ? 0 : 1) });
}

async function readRepliesOf(context: Context, caller: Caller | null, query: Query): Promise<StoryList> {
  const { db, now } = context;
  if (query.parent_story_id === undefined)
    throw invalid({ parent_story_id: ['Name the story whose replies you ask for.'] });
  const { story } = await readableStory(db, caller, query.parent_story_id, query.key);
  const viewerId = caller?.userId ?? 0;
  const counts = (await readReplies(db, viewerId, [story])).get(story.id);
  const asked = { before: query.before ?? null, limit: query.limit + 1 };
  if (query.reply_type === 'like') {
    const { page, next } = pageOf(await readLikes(db, viewerId, story, asked), query.limit, ({ id }) => id);
    const actors = await findActors(
      db,
      caller,
      page.map(({ user_id }) => user_id),
      now(),
    );
    const likes = page.flatMap((like) => {
      const actor = actors.get(like.user_id);
      return actor ? [presentLike(like, story.id, actor)] : [];
    });
    return answer(query, { likes }, { next, total: counts?.likes ?? 0 });
  }
  const parentId = query.parent_reply_id ?? null;
  const rows = await readComments(db, viewerId, story, { ...asked, parentId });
  const { page, next } = pageOf(rows, query.limit, ({ id }) => id);
  const actors = await findActors(
    db,
    caller,
    page.flatMap(({ author_id, mentions }) => [author_id, ...mentions.map(Number)]),
    now(),
  );
  const comments = page.toReversed().map((comment) => presentComment(comment, story, actors, caller));
  return answer(query, { comments }, { next, total: counts?.comments ?? 0 });
}

/** What the caller and their friends tell of challenges; visitors have no friends. */
async function readStoriesOfChallenges(
  context: Context,
  caller: Caller | null,
  query: Query,
  ids: readonly number[],
): Promise<StoryList> {
  if (!caller) return answer(query, {}, { next: null, total: 0 });
  const { userId } = caller;
  const { rows } = await sql<StoryRow & { total: number }>`
    select stories.*, (count(*) over ())::int as total from (
      select ${userId}::bigint as user_id
      union all select friend_id from friendships where user_id = ${userId} and status = 'active') as near
    join stories on stories.user_id = near.user_id and stories.kind = 'challenge'
      and stories.object_id = any(${ids}::bigint[])
    where not is_hidden_from_feed and removed_at is null
      and ${isListedFor(userId, 'stories.user_id', 'stories.privacy')}
      and not exists (
        select from mutes
        where mutes.user_id = ${userId} and mutes.muted_id = stories.user_id
          and (mutes.until is null or mutes.until > ${context.now()}))
    order by position desc limit ${query.limit}`.execute(context.db);
  const relationOf = (ownerId: number) => (ownerId === userId ? 'self' : 'friend');
  const stories = await presentStories(context, caller, rows, relationOf);
  return answer(query, { stories }, { next: null, total: rows[0]?.total ?? 0 });
}

/** The stories of workouts, on their own pages and in rows of lists, also where feeds do not show them; those of challenges. */
async function readStoriesOfThings(
  context: Context,
  caller: Caller | null,
  query: Query,
): Promise<StoryList> {
  const { db } = context;
  const { object_type: kind, object_id: objectId, object_ids: objectIds } = query;
  const ids = objectIds?.split(',').map(Number) ?? (objectId === undefined ? [] : [objectId]);
  if (kind === undefined || ids.length === 0)
    throw invalid({ object_id: ['Name the thing by object_type and object_id.'] });
  if (kind === 'challenge') return readStoriesOfChallenges(context, caller, query, ids);
  const found = await db
    .selectFrom('stories')
    .selectAll()
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .orderBy('position', 'desc')
    .execute();
  // The key of a link opens one workout, and nothing beside it.
  const key = objectIds === undefined ? query.key : undefined;
  const relations = new Map<number, Relation>();
  for (const story of found)
    if (!relations.has(story.user_id))
      relations.set(story.user_id, await relationToStory(db, caller, story, key));
  const relationOf = (ownerId: number) => relations.get(ownerId) ?? 'blocked';
  const rows = found.filter(({ user_id: ownerId, privacy }) => canRead(relationOf(ownerId), privacy));
  const stories = await presentStories(context, caller, rows, relationOf);
  return answer(query, { stories }, { next: null, total: stories.length });
}

export const listHandler = route<typeof storyCalls.list>({
  call: storyCalls.list,
  access: 'anyone',
  handler({ context, caller, query, reply }) {
    // The presenter lists what leaves; a serializer made from the schema takes longer than all the rest.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    if (query.object_type !== undefined || query.object_id !== undefined || query.object_ids !== undefined)
      return readStoriesOfThings(context, caller, query);
    if (query.reply_type !== undefined || query.parent_story_id !== undefined)
      return readRepliesOf(context, caller, query);
    return readFeed(context, caller, query);
  },
});

const NEWER_MAX = 99;

export const newerHandler = route<typeof storyCalls.newer>({
  call: storyCalls.newer,
  access: 'member',
  async handler({ context: { db, now }, caller, query }) {
    const asked = { since: query.since, limit: NEWER_MAX, activityGroup: query.activity_group };
    return { count: await countNewer(db, caller!.userId, query.feed_view, asked, now()) };
  },
});

/** One story as the caller sees it. @throws ApiProblem 404 */
export async function answerStory(
  context: Context,
  caller: Caller | null,
  id: number,
  key?: string,
): Promise<Story> {
  const { story, relation } = await readableStory(context.db, caller, id, key);
  const [shown] = await presentStories(context, caller, [story], () => relation);
  if (!shown) throw notFound('story');
  return shown;
}

export const oneHandler = route<typeof storyCalls.one>({
  call: storyCalls.one,
  access: 'anyone',
  handler: ({ context, caller, params, query }) => answerStory(context, caller, params.id, query.key),
});
