import type { Photo, Story, StoryActor, StoryComment, StoryLike } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { Relation } from '../../members/visibility/policy.ts';
import { findProtectedFrom } from '../../members/visibility/relation.ts';
import { findActors } from './actors.ts';
import {
  type CommentOfStory,
  type LikeOfStory,
  readReplies,
  type RepliesOfStory,
} from './replies-of-stories.ts';
import { readPhotosOfPosts } from './photos-of-posts.ts';
import type { StoryRow } from './story-rows.ts';
import { readWorkoutsOfStories, type WorkoutOfStory } from './workouts-of-stories.ts';

const VERBS = { workout: 'do', status: 'post', friendship: 'befriend' } as const;

const self = (id: number) => [{ href: `/v7.1/activity_story/${id}/`, id: String(id) }];

type Actors = ReadonlyMap<number, StoryActor>;
type CommentedStory = Pick<StoryRow, 'id' | 'user_id'>;

/** @param actors with who wrote it and whom it mentions, as far as the caller may meet them */
export function presentComment(
  comment: CommentOfStory,
  story: CommentedStory,
  actors: Actors,
  caller: Caller | null,
): StoryComment {
  const { id, author_id: authorId, deleted_by: deletedBy } = comment;
  const isAuthor = caller?.userId === authorId;
  const isOwner = caller?.userId === story.user_id;
  const isThere = deletedBy === null;
  return {
    id,
    verb: 'comment',
    reply_type: 'comment',
    parent_story_id: story.id,
    parent_reply_id: comment.parent_id,
    actor: isThere ? (actors.get(authorId) ?? null) : null,
    object: {
      type: 'comment',
      text: comment.text,
      mentions: comment.mentions.flatMap((member) => actors.get(Number(member)) ?? []),
    },
    target: { id: story.id },
    published: comment.created_at.toISOString(),
    edited: comment.edited_at?.toISOString() ?? null,
    deleted_by: deletedBy,
    answer_count: comment.answers,
    can: {
      edit: isThere && isAuthor,
      delete: isThere && (isAuthor || isOwner),
      report: isThere && caller !== null && !isAuthor,
    },
    _links: { self: self(id), parent: self(story.id) },
  };
}

export function presentLike(
  { id, created_at }: LikeOfStory & { created_at: Date },
  storyId: number,
  actor: StoryActor,
): StoryLike {
  return {
    id,
    verb: 'like',
    reply_type: 'like',
    parent_story_id: storyId,
    actor,
    object: { type: 'like' },
    target: { id: storyId },
    published: created_at.toISOString(),
    _links: { self: self(id), parent: self(storyId) },
  };
}

function presentObject(
  row: StoryRow,
  ofWorkout: WorkoutOfStory | undefined,
  friend: StoryActor | null,
  ownPhotos: Photo[],
): Story['object'] {
  const base = {
    type: row.kind,
    id: row.object_id,
    text: row.text,
    workout: null,
    records: [],
    friend,
    event: row.event,
    mentions: [],
    photos: ownPhotos,
  };
  if (!ofWorkout) return base;
  const { workout, records, photos } = ofWorkout;
  return { ...base, text: workout.name, workout, records, photos };
}

const targetOf = ({ kind, object_id: id }: StoryRow) =>
  kind === 'challenge' || kind === 'friendship' ? { id } : null;

/** What stories are about, by its id. */
interface ObjectsOfStories {
  workouts: ReadonlyMap<number, WorkoutOfStory>;
  /** Of posts. */
  photos: ReadonlyMap<number, Photo[]>;
}

function presentStory(
  row: StoryRow,
  replies: RepliesOfStory,
  { workouts, photos }: ObjectsOfStories,
  actors: Actors,
  caller: Caller | null,
): Story | null {
  const actor = actors.get(row.user_id);
  const ofWorkout = workouts.get(row.object_id);
  const friend = row.kind === 'friendship' ? (actors.get(row.object_id) ?? null) : null;
  if (!actor || (row.kind === 'workout' && !ofWorkout) || (row.kind === 'friendship' && !friend)) return null;
  const isOwn = caller?.userId === row.user_id;
  return {
    id: row.id,
    verb: row.kind === 'challenge' ? (row.event === 'finished' ? 'finish' : 'join') : VERBS[row.kind],
    actor,
    object: presentObject(row, ofWorkout, friend, photos.get(row.id) ?? []),
    target: targetOf(row),
    parent_story_id: null,
    reply_type: null,
    privacy: row.privacy,
    published: row.created_at.toISOString(),
    edited: row.edited_at?.toISOString() ?? null,
    position: row.position,
    likes: {
      count: replies.likes,
      replied: replies.own_like !== null,
      reply_id: replies.own_like,
      items: replies.likers.flatMap(({ id, user_id }) => {
        const liker = actors.get(user_id);
        return liker ? [{ id, actor: liker, reply_id: id }] : [];
      }),
    },
    comments: {
      count: replies.comments,
      replied: replies.has_commented,
      items: replies.latest.map((comment) => presentComment(comment, row, actors, caller)),
    },
    settings: {
      is_hidden_from_feed: row.is_hidden_from_feed,
      is_map_hidden: row.is_map_hidden,
      has_comments: row.has_comments,
    },
    can: {
      like: caller !== null,
      comment: caller !== null && row.has_comments,
      edit: isOwn,
      delete: isOwn,
      report: caller !== null && !isOwn,
    },
    _links: {
      self: self(row.id),
      likes: [{ href: `/v7.1/activity_story/?reply_type=like&parent_story_id=${row.id}` }],
      comments: [{ href: `/v7.1/activity_story/?reply_type=comment&parent_story_id=${row.id}` }],
      user: [{ href: `/v7.1/user/${row.user_id}/`, id: String(row.user_id) }],
      ...(row.kind === 'workout' && {
        object: [{ href: `/v7.1/workout/${row.object_id}/`, id: String(row.object_id) }],
      }),
    },
  };
}

/** What was replied to stories, and who is named by them. */
async function readRepliesAndActors({ db, now }: Context, caller: Caller | null, rows: readonly StoryRow[]) {
  const replies = await readReplies(db, caller?.userId ?? 0, rows);
  const ids = rows.map(({ user_id }) => user_id);
  for (const { kind, object_id: id } of rows) if (kind === 'friendship') ids.push(id);
  for (const { likers, latest } of replies.values()) {
    ids.push(...likers.map(({ user_id }) => user_id));
    for (const { author_id, mentions } of latest) ids.push(author_id, ...mentions.map(Number));
  }
  return { replies, actors: await findActors(db, caller, ids, now()) };
}

/**
 * Stories that the caller may see, with all that a feed shows of them. In the order of the rows; one whose workout went
 * meanwhile is left out.
 * @param relationTo what the caller is to each owner
 */
export async function presentStories(
  context: Context,
  caller: Caller | null,
  rows: readonly StoryRow[],
  relationTo: (ownerId: number) => Relation,
): Promise<Story[]> {
  if (rows.length === 0) return [];
  const viewerId = caller?.userId ?? 0;
  const owners = [...new Set(rows.map(({ user_id }) => user_id))];
  const strangers = owners.filter((id) => !['self', 'friend'].includes(relationTo(id)));
  const [{ replies, actors }, protectedOwners, workouts, photos] = await Promise.all([
    readRepliesAndActors(context, caller, rows),
    findProtectedFrom(context.db, viewerId, strangers),
    readWorkoutsOfStories(context, rows, { viewerId, relationTo }),
    readPhotosOfPosts(context, rows, { viewerId, relationTo }),
  ]);
  return rows.flatMap((row) => {
    const found = replies.get(row.id);
    // Strangers write nothing to young members.
    const has_comments = row.has_comments && !protectedOwners.has(row.user_id);
    return (
      (found && presentStory({ ...row, has_comments }, found, { workouts, photos }, actors, caller)) ?? []
    );
  });
}
