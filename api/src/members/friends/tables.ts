import type { Generated } from 'kysely';

/** One side of a relation of two members; the other side is a row of its own, written in the same transaction. */
export interface FriendshipTable {
  user_id: number;
  friend_id: number;
  status: 'pending' | 'active' | 'blocked';
  /** Who asked; of a block, whoever blocked: this side where both did. */
  requested_by: number;
  /** This side blocked the other; both may have. */
  has_blocked: boolean;
  message: string;
  created_at: Date;
  accepted_at: Date | null;
  /** The names of whom this side blocked, as it knew them then; null where it knew none. */
  blocked_name: string | null;
  blocked_username: string | null;
}

/** Counted in the transactions that change friendships; also the row by which a member's relations are locked. */
export interface FriendCountTable {
  user_id: number;
  friends: number;
  /** Requests that wait for the member's answer. */
  requests: number;
  /** Grows when the member gains or loses a friend. */
  version: Generated<number>;
}

/** How often a member asked another one and was turned down, and whom they turned away. Outlives requests and blocks. */
export interface FriendRequestHistoryTable {
  user_id: number;
  to_user_id: number;
  sent: Generated<number>;
  denied: Generated<number>;
  /**
   * `user_id` denied a request of `to_user_id`, ended the friendship or blocked: the invitation link of `user_id` is
   * not enough for the two to be friends again. Kept on this side, as rows are part of their member's archive.
   */
  has_turned_away: Generated<boolean>;
  /** `user_id` knew the whole e-mail address of `to_user_id`, who allows being found by it. */
  found_by_email_at: Date | null;
}

export interface MuteTable {
  user_id: number;
  muted_id: number;
  /** Null for always. */
  until: Date | null;
  created_at: Date;
}

export interface DismissedSuggestionTable {
  user_id: number;
  dismissed_id: number;
  created_at: Date;
}

export interface FriendInviteTable {
  user_id: number;
  key: string;
  /** The key is looked up by its hash, so that the time an index takes tells nothing of it. */
  hash: Uint8Array;
  created_at: Date;
}

/** The names that a member is found by, folded; a name of several words once from each word on. */
export interface MemberNameTable {
  name: string;
  user_id: number;
}

export interface SuspensionTable {
  user_id: number;
  created_at: Date;
}

/** What a member did of one kind since `started_at`: the window of a limit over all processes. */
export interface MemberActionTable {
  user_id: number;
  action: string;
  started_at: Date;
  n: number;
}

interface FriendTables {
  friendships: FriendshipTable;
  friend_counts: FriendCountTable;
  friend_request_history: FriendRequestHistoryTable;
  mutes: MuteTable;
  dismissed_suggestions: DismissedSuggestionTable;
  friend_invites: FriendInviteTable;
  member_names: MemberNameTable;
  suspensions: SuspensionTable;
  member_actions: MemberActionTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends FriendTables {}
}
