import { z } from 'zod';
import { Id, IdParams, IdText, LinkKeyQuery, Links, Privacy, type Call } from './common.ts';
import { feedAddressEndpoints } from './endpoints/social.ts';
import { storyEndpoints } from './endpoints/stories.ts';
import { PhotoSize } from './extras.ts';
import { MemberCard } from './friends.ts';
import { Gender } from './users.ts';
import { Photo, WorkoutSummary } from './workouts.ts';
import { isVisible } from './clean-text.ts';
import { MultiLine } from './text.ts';

/** Longest status post and comment, in characters. */
export const STATUS_MAX = 4000;
export const COMMENT_MAX = 2000;

/** Who did something. `title` is the display name; `gender` is told to the member alone. */
export const StoryActor = z.object({
  id: Id,
  type: z.literal('user'),
  title: z.string(),
  username: z.string(),
  gender: Gender.nullable(),
  /** There only where the caller keeps what this member shares out of their feed. */
  is_muted: z.literal(true).optional(),
  /** `image`: Small, Medium and Large pictures; `self`. */
  _links: Links,
});
export type StoryActor = z.infer<typeof StoryActor>;

export const STORY_TYPES = ['workout', 'status', 'friendship', 'challenge'] as const;
export const REPLY_TYPES = ['like', 'comment'] as const;

/**
 * What a story is about, by `type`:
 * - `workout`: `workout`, `records` that it holds now (keys as in `user_stats`), `photos`; its map is missing where it is hidden
 * - `status`: `text`, `photos`
 * - `friendship`: `friend`
 * - `challenge`: `text` is its title, `event`, `id` of the challenge
 * - `comment`: `text` with members mentioned as `@username`, of whom those in `mentions` get a link
 */
export const StoryObject = z.object({
  type: z.enum([...STORY_TYPES, ...REPLY_TYPES]),
  id: Id.nullable(),
  text: z.string(),
  workout: WorkoutSummary.nullable(),
  records: z.array(z.string()),
  friend: StoryActor.nullable(),
  event: z.enum(['joined', 'finished']).nullable(),
  mentions: z.array(StoryActor),
  photos: z.array(Photo),
});

/** One like: who, and the id by which the caller takes their own back. */
const LikeItem = z.object({ id: Id, actor: StoryActor, reply_id: Id });

/**
 * A comment. A deleted one that has answers stays as a tombstone: no text, and `deleted_by` says who deleted it.
 * `parent_reply_id` is the comment that it answers; answers have one level.
 */
export const StoryComment = z.object({
  id: Id,
  verb: z.literal('comment'),
  reply_type: z.literal('comment'),
  parent_story_id: Id,
  parent_reply_id: Id.nullable(),
  /** Null where the caller may not see who wrote it any more. */
  actor: StoryActor.nullable(),
  object: z.object({ type: z.literal('comment'), text: z.string(), mentions: z.array(StoryActor) }),
  target: z.object({ id: Id }),
  published: z.string(),
  edited: z.string().nullable(),
  deleted_by: z.enum(['author', 'owner', 'moderator']).nullable(),
  answer_count: z.number().int(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
  _links: Links,
});
export type StoryComment = z.infer<typeof StoryComment>;

/** A story of the feed. Likes are those first that came last; comments are the last two, oldest first. */
export const Story = z.object({
  id: Id,
  /** `do` a workout, `post`, `befriend`, `join` or `finish` a challenge. */
  verb: z.enum(['do', 'post', 'befriend', 'join', 'finish']),
  actor: StoryActor,
  object: StoryObject,
  target: z.object({ id: Id }).nullable(),
  parent_story_id: Id.nullable(),
  reply_type: z.enum(REPLY_TYPES).nullable(),
  privacy: Privacy,
  published: z.string(),
  edited: z.string().nullable(),
  /** Place in the feed, newest highest: what `before` and `since` take. */
  position: z.number().int(),
  likes: z.object({
    count: z.number().int(),
    /** The caller likes it; `reply_id` takes it back. */
    replied: z.boolean(),
    reply_id: Id.nullable(),
    items: z.array(LikeItem),
  }),
  comments: z.object({
    count: z.number().int(),
    replied: z.boolean(),
    items: z.array(StoryComment),
  }),
  settings: z.object({
    /** Counts and has a page, but stands in no feed. */
    is_hidden_from_feed: z.boolean(),
    /** Others see its figures, and no map or place of it anywhere. */
    is_map_hidden: z.boolean(),
    has_comments: z.boolean(),
  }),
  can: z.object({
    like: z.boolean(),
    comment: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    report: z.boolean(),
  }),
  _links: Links,
});
export type Story = z.infer<typeof Story>;

/** One like as the list of a story's likes and the call that likes have it: `id` takes it back. */
export const StoryLike = z.object({
  id: Id,
  verb: z.literal('like'),
  reply_type: z.literal('like'),
  parent_story_id: Id,
  actor: StoryActor,
  object: z.object({ type: z.literal('like') }),
  target: z.object({ id: Id }),
  published: z.string(),
  _links: Links,
});
export type StoryLike = z.infer<typeof StoryLike>;

/**
 * Stories, or with `reply_type` the replies of one. `_links.next` is the next page; without it the end is reached.
 * `total_count`: replies as counted; of a feed at least so many: those of this page, and one more where there is a next one.
 */
export const StoryList = z.object({
  _links: Links,
  _embedded: z.object({
    stories: z.array(Story),
    likes: z.array(StoryLike),
    comments: z.array(StoryComment),
  }),
  total_count: z.number().int(),
});
export type StoryList = z.infer<typeof StoryList>;

/** A place in a feed; below zero for what happened before 2026. Of replies: an id. */
const Position = z.coerce.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** Rows of a list whose stories are asked for at once. */
const OBJECT_IDS_MAX = 50;
const ObjectIds = z
  .string()
  .regex(/^\d{1,16}(?:,\d{1,16})*$/, 'Ids have digits only, with commas between them.')
  .refine((ids) => ids.split(',').length <= OBJECT_IDS_MAX, `Ask for at most ${OBJECT_IDS_MAX} at once.`);

/**
 * One of three questions:
 * - a feed: `feed_type` `friends` (the caller's home feed) or `user` (stories of the member `feed_id`, as privacy allows);
 *   `feed_view` of the home feed: `all`, `friends` without oneself, or `own`; `activity_group` such as `run`. Newest first, below `before`.
 * - replies: `reply_type` and `parent_story_id`. Likes newest first. Comments: the last ones, oldest first on a page;
 *   `next` leads to older ones. `parent_reply_id`: the answers to a comment.
 * - the story of a thing: `object_type` and `object_id`, such as a workout on its own page: one story or none.
 *   With privacy 6 the key of its link. `object_ids`: those of several, for rows of lists. Of a challenge: the newest
 *   stories about it by the caller and their friends.
 */
export const StoryListQuery = LinkKeyQuery.extend({
  feed_id: IdText.optional(),
  feed_type: z.enum(['friends', 'user']).default('friends'),
  feed_view: z.enum(['all', 'friends', 'own']).default('all'),
  activity_group: z.string().max(20).optional(),
  reply_type: z.enum(REPLY_TYPES).optional(),
  parent_story_id: IdText.optional(),
  parent_reply_id: IdText.optional(),
  object_type: z.enum(['workout', 'challenge']).optional(),
  object_id: IdText.optional(),
  object_ids: ObjectIds.optional(),
  before: Position.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const NOTHING_WRITTEN = 'Write something first.';
const statusText = MultiLine.trim()
  .min(1, NOTHING_WRITTEN)
  .max(STATUS_MAX, `Keep a post below ${STATUS_MAX} characters.`)
  .refine(isVisible, NOTHING_WRITTEN);
const commentText = MultiLine.trim()
  .min(1, NOTHING_WRITTEN)
  .max(COMMENT_MAX, `Keep a comment below ${COMMENT_MAX} characters.`)
  .refine(isVisible, NOTHING_WRITTEN);

/**
 * A status post (`verb` post), a like or a comment. A like or comment of a story names it by `parent_story_id` (or
 * `target.id`). Liking again answers with the like there is.
 */
export const StoryInput = z.discriminatedUnion('verb', [
  z.object({
    verb: z.literal('post'),
    object: z.object({ type: z.literal('status'), text: statusText }),
    privacy: z.union([z.literal(0), z.literal(1), z.literal(3)]).optional(),
  }),
  z.object({
    verb: z.literal('like'),
    object: z.object({ type: z.literal('like') }).optional(),
    parent_story_id: Id,
    reply_type: z.literal('like').optional(),
    key: z.string().optional(),
  }),
  z.object({
    verb: z.literal('comment'),
    object: z.object({ type: z.literal('comment'), text: commentText }),
    parent_story_id: Id,
    parent_reply_id: Id.optional(),
    reply_type: z.literal('comment').optional(),
    key: z.string().optional(),
  }),
]);
export type StoryInput = z.infer<typeof StoryInput>;

/** Text of an own post or comment; privacy of an own post; how an own story is shown. */
export const StoryUpdate = z
  .object({
    text: statusText,
    privacy: z.union([z.literal(0), z.literal(1), z.literal(3)]),
    is_hidden_from_feed: z.boolean(),
    is_map_hidden: z.boolean(),
    has_comments: z.boolean(),
  })
  .partial();

/**
 * Stories with their likes and comments. Stories, likes and comments share one kind of id: `remove` takes back a like and
 * deletes a comment or a story. Whoever may not see a story is told that it does not exist.
 * Refusals: `comments_off` (409), `too_many_requests` (429 with `retry-after`), `not_own_text` (403).
 */
export const storyCalls = {
  list: {
    ...storyEndpoints.list,
    summary: 'A feed, the replies of a story, or the story of a thing',
    querystring: StoryListQuery,
    response: StoryList,
  },
  /** For "3 new stories" above a feed that is being read. `since` is the highest `position` on the page. Counts up to 99. */
  newer: {
    ...storyEndpoints.newer,
    summary: 'How many stories came into the home feed since',
    querystring: z.object({
      since: Position,
      feed_view: z.enum(['all', 'friends', 'own']).default('all'),
      activity_group: z.string().max(20).optional(),
    }),
    response: z.object({ count: z.number().int() }),
  },
  one: {
    ...storyEndpoints.one,
    summary: 'One story',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: Story,
  },
  create: {
    ...storyEndpoints.create,
    summary: 'Post a status, like or comment',
    body: StoryInput,
    response: z.union([Story, StoryLike, StoryComment]),
    status: 201,
  },
  update: {
    ...storyEndpoints.update,
    summary: 'Change an own post, comment or story',
    params: IdParams,
    querystring: LinkKeyQuery,
    body: StoryUpdate,
    response: z.union([Story, StoryComment]),
  },
  remove: {
    ...storyEndpoints.remove,
    summary: 'Delete a story or comment, take back a like',
    params: IdParams,
    status: 204,
  },
  mentionable: {
    ...storyEndpoints.mentionable,
    summary: 'Members who may see a story and can be mentioned in it',
    params: IdParams,
    querystring: LinkKeyQuery.extend({
      q: z.string().max(80).default(''),
      limit: z.coerce.number().int().min(1).max(20).default(8),
    }),
    response: z.object({
      _embedded: z.object({ users: z.array(MemberCard) }),
      total_count: z.number().int(),
    }),
  },
  /** The answer is the post; its photos are ready a moment later. Refusals as for photos of a workout. */
  addPhotos: {
    ...storyEndpoints.addPhotos,
    summary: 'Add photos to an own post (multipart, any number of fields "photo")',
    multipart: true,
    params: IdParams,
    response: Story,
    status: 202,
  },
  photo: {
    ...storyEndpoints.photo,
    summary: 'An image of a post; the address is signed and lasts a day',
    params: z.object({ id: IdText, size: PhotoSize }),
    querystring: z.object({
      until: z.string().max(20),
      viewer: z.string().max(20).optional(),
      signature: z.string().max(100),
    }),
  },
} satisfies Record<keyof typeof storyEndpoints, Call>;

/** `href` is null until the member makes an address. Whoever has it reads the feed of this member's friends. */
export const FeedAddress = z.object({ href: z.string().nullable(), created_datetime: z.string().nullable() });
export type FeedAddress = z.infer<typeof FeedAddress>;

/** The home feed in Atom form at an address that only its owner knows. */
export const feedAddressCalls = {
  read: { ...feedAddressEndpoints.read, summary: 'The own Atom address', response: FeedAddress },
  renew: {
    ...feedAddressEndpoints.renew,
    summary: 'Make a new Atom address; the old one stops working',
    response: FeedAddress,
    status: 201,
  },
  remove: { ...feedAddressEndpoints.remove, summary: 'End the Atom address', status: 204 },
  feed: {
    ...feedAddressEndpoints.feed,
    summary: 'The newest stories of the friends of whoever made this address, in Atom form',
    params: z.object({ key: z.string().max(100) }),
  },
} satisfies Record<keyof typeof feedAddressEndpoints, Call>;
