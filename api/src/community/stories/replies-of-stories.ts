import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { existsFor, membersHiddenFrom } from '../../members/visibility/relation.ts';
import type { CommentRow, StoryRow } from './story-rows.ts';

const LIKERS = 3;
const COMMENTS = 2;

export interface LikeOfStory {
  id: number;
  user_id: number;
}

export type CommentOfStory = Pick<
  CommentRow,
  | 'id'
  | 'story_id'
  | 'author_id'
  | 'parent_id'
  | 'text'
  | 'mentions'
  | 'created_at'
  | 'edited_at'
  | 'deleted_by'
> & { answers: number };

/** What was replied to a story, as far as the caller may meet who did it. */
export interface RepliesOfStory {
  likes: number;
  comments: number;
  /** The caller's like. */
  own_like: number | null;
  has_commented: boolean;
  likers: LikeOfStory[];
  latest: CommentOfStory[];
}

/** Whether a viewer sees the comment `c`: whoever wrote it, and what it answers, exists for them. */
export const isSeenBy = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  ${existsFor(viewerId, 'c.author_id')} and (c.parent_id is null or exists (
    select from story_comments top
    where top.story_owner_id = c.story_owner_id and top.story_id = c.story_id and top.id = c.parent_id
      and ${existsFor(viewerId, 'top.author_id')}))`;

/** Comments that answer `c` and exist for the viewer. */
const answersOf = (viewerId: number) => sql`
  from story_comments a
  where a.story_owner_id = c.story_owner_id and a.story_id = c.story_id and a.parent_id = c.id
    and a.deleted_by is null and ${existsFor(viewerId, 'a.author_id')}`;

/** A comment with the number of its answers. The columns of `c`. */
const commentColumns = (
  viewerId: number,
) => sql`c.id, c.story_id, c.author_id, c.parent_id, c.text, c.mentions, c.created_at, c.edited_at,
  c.deleted_by, (select count(*)::int ${answersOf(viewerId)}) as answers`;

/**
 * Replies of a story up to so many are looked at one by one; of more of them the members of `hidden` are, where they are
 * fewer. Those are read for such a story only: a large site has thousands.
 */
const CHECKED_MAX = sql.lit(50);
const isChecked = (count: RawBuilder<number>) =>
  sql`case when ${count} <= ${CHECKED_MAX} then true else ${count} <= (select count(*) from hidden) end`;

/** Whether `hidden` has nobody, without reading it. */
const isNobodyHidden = (viewerId: number) => sql`
  not exists (select from hidden_members where user_id <> ${viewerId})
  and not exists (select from friendships where user_id = ${viewerId} and status = 'blocked')`;

/** Likes of the story `k` by members who do not exist for the viewer. */
const unseenLikes = (viewerId: number) => sql`case
  when n.likes = 0 or ${isNobodyHidden(viewerId)} then 0
  when ${isChecked(sql`n.likes`)} then (
    select count(*) from story_likes l
    where l.story_owner_id = k.user_id and l.story_id = k.id and not ${existsFor(viewerId, 'l.user_id')})
  else (
    select count(*) from hidden cross join lateral (
      select from story_likes l
      where l.story_owner_id = k.user_id and l.story_id = k.id and l.user_id = hidden.user_id offset 0) as liked)
  end`;

/** Comments of the story `k` that the viewer does not see. */
const unseenComments = (viewerId: number) => sql`case
  when n.comments = 0 or ${isNobodyHidden(viewerId)} then 0
  when ${isChecked(sql`n.comments`)} then (
    select count(*) from story_comments c
    where c.story_owner_id = k.user_id and c.story_id = k.id and c.deleted_by is null
      and not (${isSeenBy(viewerId)}))
  else (
    with written as (
      select c.id, c.deleted_by from hidden cross join lateral (
        select id, deleted_by from story_comments
        where author_id = hidden.user_id and story_owner_id = k.user_id and story_id = k.id offset 0) as c)
    select count(*) from (
      select id from written where deleted_by is null
      union
      select a.id from written cross join lateral (
        select id from story_comments
        where story_owner_id = k.user_id and story_id = k.id and parent_id = written.id and deleted_by is null
        offset 0) as a) as unseen)
  end`;

type Pair = Pick<StoryRow, 'user_id' | 'id'>;
type JsonComment = Omit<CommentOfStory, 'created_at' | 'edited_at'> & {
  created_at: string;
  edited_at: string | null;
};
type Row = Omit<RepliesOfStory, 'likers' | 'latest'> & {
  id: number;
  likers: LikeOfStory[] | null;
  latest: JsonComment[] | null;
};

/** Dates come as text out of JSON. */
const withDates = (comment: JsonComment): CommentOfStory =>
  Object.assign(comment, {
    created_at: new Date(comment.created_at),
    edited_at: comment.edited_at === null ? null : new Date(comment.edited_at),
  });

const selectReplies = prepared(
  (viewerId: number, owners: number[], ids: number[]) => sql<Row>`
    with hidden as materialized (${membersHiddenFrom(viewerId)})
    select k.id, (n.likes - ${unseenLikes(viewerId)})::int as likes,
      (n.comments - ${unseenComments(viewerId)})::int as comments,
      (select id from story_likes
        where story_owner_id = k.user_id and story_id = k.id and user_id = ${viewerId}) as own_like,
      exists (select from story_comments
        where author_id = ${viewerId} and story_owner_id = k.user_id and story_id = k.id and deleted_by is null
      ) as has_commented,
      (select json_agg(l) from (
        select id, user_id from story_likes
        where story_owner_id = k.user_id and story_id = k.id and ${existsFor(viewerId, 'story_likes.user_id')}
        order by id desc limit ${sql.lit(LIKERS)}) as l) as likers,
      (select json_agg(l) from (
        select ${commentColumns(viewerId)} from story_comments c
        where c.story_owner_id = k.user_id and c.story_id = k.id and c.parent_id is null and c.deleted_by is null
          and ${existsFor(viewerId, 'c.author_id')}
        order by c.id desc limit ${sql.lit(COMMENTS)}) as l) as latest
    from unnest(${owners}::bigint[], ${ids}::bigint[]) as k (user_id, id)
    cross join lateral (
      select coalesce(sum(likes), 0) as likes, coalesce(sum(comments), 0) as comments from story_counts
      where user_id = k.user_id and story_id = k.id) as n`,
);

/** Replies of each of some stories: counts, the last likes and comments, and what the caller did. One query. */
export async function readReplies(
  db: Db,
  viewerId: number,
  stories: readonly Pair[],
): Promise<Map<number, RepliesOfStory>> {
  if (stories.length === 0) return new Map();
  const rows = await selectReplies(
    db,
    viewerId,
    stories.map(({ user_id }) => user_id),
    stories.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, likers, latest, ...rest }) => [
      id,
      {
        ...rest,
        likers: likers ?? [],
        latest: (latest ?? []).toReversed().map(withDates),
      },
    ]),
  );
}

/** A page of the likes of a story, the last first. */
export async function readLikes(
  db: Db,
  viewerId: number,
  { user_id, id }: Pair,
  { before, limit }: { before: number | null; limit: number },
): Promise<(LikeOfStory & { created_at: Date })[]> {
  const { rows } = await sql<LikeOfStory & { created_at: Date }>`
    select id, user_id, created_at from story_likes
    where story_owner_id = ${user_id} and story_id = ${id} and id < ${before ?? Number.MAX_SAFE_INTEGER}
      and ${existsFor(viewerId, 'story_likes.user_id')}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** A page of the comments of a story, or of the answers to one of them: the last ones, newest first. */
export async function readComments(
  db: Db,
  viewerId: number,
  { user_id, id }: Pair,
  { before, limit, parentId }: { before: number | null; limit: number; parentId: number | null },
): Promise<CommentOfStory[]> {
  const level: RawBuilder<unknown> =
    parentId === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`;
  const { rows } = await sql<CommentOfStory>`
    select * from (
      select ${commentColumns(viewerId)} from story_comments c
      where c.story_owner_id = ${user_id} and c.story_id = ${id} and ${level}
        and c.id < ${before ?? Number.MAX_SAFE_INTEGER} and ${isSeenBy(viewerId)}
        and (c.deleted_by is null or exists (select ${answersOf(viewerId)}))
      order by c.id desc limit ${limit}) as page`.execute(db);
  return rows;
}

/** One comment, whoever wrote it, with the number of the answers that the viewer sees. */
export async function readComment(db: Db, viewerId: number, id: number): Promise<CommentOfStory | undefined> {
  const { rows } = await sql<CommentOfStory>`
    select ${commentColumns(viewerId)} from story_comments c where c.id = ${id}`.execute(db);
  return rows[0];
}
