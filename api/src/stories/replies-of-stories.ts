import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/database/tables.ts';
import { existsFor } from '../visibility/relation.ts';
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

/** A comment with the number of its answers. The columns of `c`. */
const commentColumns = sql`c.id, c.story_id, c.author_id, c.parent_id, c.text, c.mentions, c.created_at, c.edited_at,
  c.deleted_by, (
    select count(*)::int from story_comments a
    where a.story_owner_id = c.story_owner_id and a.story_id = c.story_id and a.parent_id = c.id
      and a.deleted_by is null) as answers`;

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

/** Replies of each of some stories: counts, the last likes and comments, and what the caller did. One query. */
export async function readReplies(
  db: Db,
  viewerId: number,
  stories: readonly Pair[],
): Promise<Map<number, RepliesOfStory>> {
  if (stories.length === 0) return new Map();
  const owners = stories.map(({ user_id }) => user_id);
  const ids = stories.map(({ id }) => id);
  const { rows } = await sql<Row>`
    /* prepared */
    select k.id, coalesce(n.likes, 0)::int as likes, coalesce(n.comments, 0)::int as comments,
      (select id from story_likes
        where story_owner_id = k.user_id and story_id = k.id and user_id = ${viewerId}) as own_like,
      exists (select from story_comments
        where author_id = ${viewerId} and story_owner_id = k.user_id and story_id = k.id and deleted_by is null
      ) as has_commented,
      (select json_agg(l) from (
        select id, user_id from story_likes
        where story_owner_id = k.user_id and story_id = k.id and ${existsFor(viewerId, 'story_likes.user_id')}
        order by id desc limit ${LIKERS}) as l) as likers,
      (select json_agg(l) from (
        select ${commentColumns} from story_comments c
        where c.story_owner_id = k.user_id and c.story_id = k.id and c.parent_id is null and c.deleted_by is null
          and ${existsFor(viewerId, 'c.author_id')}
        order by c.id desc limit ${COMMENTS}) as l) as latest
    from unnest(${owners}::bigint[], ${ids}::bigint[]) as k (user_id, id)
    left join lateral (
      select sum(likes) as likes, sum(comments) as comments from story_counts
      where user_id = k.user_id and story_id = k.id) as n on true`.execute(db);
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
      select ${commentColumns} from story_comments c
      where c.story_owner_id = ${user_id} and c.story_id = ${id} and ${level}
        and c.id < ${before ?? Number.MAX_SAFE_INTEGER} and ${existsFor(viewerId, 'c.author_id')}
        and (c.deleted_by is null or exists (
          select from story_comments a
          where a.story_owner_id = c.story_owner_id and a.story_id = c.story_id and a.parent_id = c.id
            and a.deleted_by is null))
      order by c.id desc limit ${limit}) as page`.execute(db);
  return rows;
}

/** One comment with the number of its answers, as it is. */
export async function readComment(db: Db, id: number): Promise<CommentOfStory | undefined> {
  const { rows } =
    await sql<CommentOfStory>`select ${commentColumns} from story_comments c where c.id = ${id}`.execute(db);
  return rows[0];
}
