import type { Privacy } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';

export type StoryKind = 'workout' | 'status' | 'friendship' | 'challenge';

/** What a member did, as feeds show it. */
export interface StoryTable {
  user_id: number;
  /** That of the workout for a story of one. */
  id: number;
  kind: StoryKind;
  /** The workout, the friend or the challenge; for a post the id of the story. */
  object_id: number;
  event: 'joined' | 'finished' | null;
  activity_type_id: number | null;
  /** That of the workout for a story of one. */
  privacy: Privacy;
  text: string;
  /** Place in feeds, highest first: when it was published, in the units of ids. */
  position: number;
  is_hidden_from_feed: Generated<boolean>;
  /**
   * A moderator took it away: that of a workout out of feeds, where its owner does not put it back; any other one out of
   * sight, with `removed_at`, until an appeal brings it back or can no longer do so.
   */
  is_removed_by_moderator: Generated<boolean>;
  is_map_hidden: Generated<boolean>;
  has_comments: Generated<boolean>;
  created_at: Date;
  edited_at: Date | null;
  /** Of a story whose workout is deleted, and of a post that a moderator took away: it comes back with that. */
  removed_at: Date | null;
}

export interface StoryLikeTable {
  story_owner_id: number;
  story_id: number;
  user_id: number;
  id: number;
  created_at: Date;
}

export interface StoryCommentTable {
  story_owner_id: number;
  story_id: number;
  id: number;
  author_id: number;
  /** The comment that it answers. */
  parent_id: number | null;
  text: string;
  mentions: ColumnType<readonly (number | string)[], readonly number[], readonly number[]>;
  created_at: Date;
  edited_at: Date | null;
  deleted_by: 'author' | 'owner' | 'moderator' | null;
}

/**
 * Likes and comments of a story, changed in the transaction that likes or comments. The sum over a few slots: many who
 * like one story at once do not wait for each other.
 */
export interface StoryCountTable {
  user_id: number;
  story_id: number;
  slot: number;
  likes: number;
  comments: number;
}

/** The private Atom address of a member's feed. Its key is derived from these, so that it can be shown again. */
export interface FeedAddressTable {
  user_id: number;
  /** New with each address: the one before stops working. */
  nonce: number;
  created_at: Date;
}

interface StoryTables {
  stories: StoryTable;
  story_likes: StoryLikeTable;
  story_comments: StoryCommentTable;
  story_counts: StoryCountTable;
  feed_addresses: FeedAddressTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends StoryTables {}
}
