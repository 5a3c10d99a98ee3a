import { z } from 'zod';
import { isVisible } from './clean-text.ts';
import { Id, IdParams, IdText, Link, Links, type Call } from './common.ts';
import { contactEndpoints, friendEndpoints } from './endpoints/social.ts';
import { REQUEST_MESSAGE_MAX } from './limits.ts';
import { PublicUser } from './users.ts';
import { MultiLine } from './text.ts';

/**
 * How the caller stands to another member: `pending` is asked by the caller, `requested` by the other, who waits for an
 * answer. Where one of the two has blocked the other, every call answers as if the other did not exist.
 */
export const FriendState = z.enum(['self', 'not-friend', 'pending', 'requested', 'active']);
export type FriendState = z.infer<typeof FriendState>;

/** The key of a friendship: two user ids in either order, as `{a}_{b}`. */
export const FriendshipPair = z
  .string()
  .regex(/^[1-9]\d{0,15}_[1-9]\d{0,15}$/, 'Name the two members by their ids, such as 12_34.');

const PairParams = z.object({ pair: FriendshipPair });

/**
 * A request or a friendship. `from_user` asked, `to_user` was asked; the key names `from_user` first.
 * 404 of `friendshipCalls.one` is the state `not-friend`.
 */
export const Friendship = z.object({
  /** `{from_user}_{to_user}` */
  id: z.string(),
  status: z.enum(['pending', 'active']),
  /** What the one who asked wrote. */
  message: z.string(),
  created_datetime: z.string(),
  /** When it became active; null while pending. */
  accepted_datetime: z.string().nullable(),
  /** The caller's view. */
  state: FriendState,
  _links: Links,
});
export type Friendship = z.infer<typeof Friendship>;

export const FriendshipList = z.object({
  _links: Links,
  _embedded: z.object({ friendships: z.array(Friendship) }),
  total_count: z.number().int(),
});
export type FriendshipList = z.infer<typeof FriendshipList>;

/** A member in a list. `reason` says why a suggestion is made. */
export const MemberCard = PublicUser.extend({
  state: FriendState,
  /** What the member wrote who waits for the caller's answer; empty without words, and in all other states. */
  request_message: z.string(),
  mutual_friends_count: z.number().int(),
  /** The caller keeps what this member shares out of their feed. */
  is_muted: z.boolean(),
  reason: z.enum(['mutual_friends', 'same_place', 'same_routes']).nullable(),
});
export type MemberCard = z.infer<typeof MemberCard>;

export const MemberList = z.object({
  _links: Links,
  _embedded: z.object({ users: z.array(MemberCard) }),
  total_count: z.number().int(),
});
export type MemberList = z.infer<typeof MemberList>;

/** Longest search text. */
export const SEARCH_TEXT_MAX = 80;

/**
 * Exactly one of the questions:
 * - `friends_with`: friends of a member, by name; `status` is `active`. Of others their friends only where the caller may see the profile
 * - `requested_friendship_with`: who asked this member (the caller only), newest first
 * - `suggested_friends_for`: members that the caller (only) may know; `offset` counts from one here: 1, 11, 21, …
 * - `q`: part of a name or user name, or a whole e-mail address whose owner allows being found by it (`sharing.email_search`)
 * - `ids`: members by id, separated by commas, at most 100; those that the caller may not see are left out
 * - `self`: the caller
 */
export const MemberListQuery = z.object({
  self: z.enum(['true', 'True']).optional(),
  friends_with: IdText.optional(),
  status: z.enum(['active']).default('active'),
  requested_friendship_with: IdText.optional(),
  suggested_friends_for: IdText.optional(),
  q: z.string().max(SEARCH_TEXT_MAX, `Search with at most ${SEARCH_TEXT_MAX} characters.`).optional(),
  ids: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** Public figures of a member: of the workouts that the caller may see in lists. Metres and seconds. */
export const ProfileFigures = z.object({
  workout_count: z.number().int(),
  distance: z.number(),
  duration: z.number(),
  ascent: z.number(),
  this_year: z.object({ workout_count: z.number().int(), distance: z.number(), duration: z.number() }),
});
export type ProfileFigures = z.infer<typeof ProfileFigures>;

/**
 * The head of a member's pages. 404 for private, blocked, suspended and missing members alike: "This profile is set to
 * private or the user does not exist." The Medium picture is among `_links.image` of the user.
 */
export const Profile = z.object({
  user: PublicUser,
  state: FriendState,
  /** Year of `date_joined`, in the member's own time zone. */
  member_since: z.number().int(),
  friend_count: z.number().int(),
  mutual_friends_count: z.number().int(),
  /** At most three of the mutual friends. */
  mutual_friends: z.array(PublicUser),
  figures: ProfileFigures.nullable(),
  is_muted: z.boolean(),
  can: z.object({
    request: z.boolean(),
    accept: z.boolean(),
    withdraw: z.boolean(),
    unfriend: z.boolean(),
    block: z.boolean(),
    report: z.boolean(),
  }),
  _links: Links,
});
export type Profile = z.infer<typeof Profile>;

/**
 * A link that makes friends: whoever opens it and accepts is a friend at once, unless its owner turned them away before:
 * ended the friendship, denied a request or blocked them. `href` is the page's address.
 */
export const FriendInvite = z.object({ key: z.string(), href: z.string(), created_datetime: z.string() });
export type FriendInvite = z.infer<typeof FriendInvite>;

const InviteParams = z.object({ key: z.string().max(64) });

/**
 * Friends. Refusals: 404 for whoever the caller may not see or who does not exist, `already_friends` (409),
 * `cannot_befriend_yourself` (400), `request_refused` (409: this member turned the caller down twice),
 * `too_many_requests` (429 with `retry-after`).
 */
export const friendCalls = {
  users: {
    ...friendEndpoints.users,
    summary: 'Members: friends, who asked, suggestions, search',
    querystring: MemberListQuery,
    response: MemberList,
  },
  profile: {
    ...friendEndpoints.profile,
    summary: 'The head of a member’s pages',
    params: IdParams,
    response: Profile,
  },
  /** Own friendships only. `from_user` or `to_user` is the caller; pending ones that the caller sent have `from_user`. */
  list: {
    ...friendEndpoints.list,
    summary: 'Own requests and friendships, newest first',
    querystring: z.object({
      from_user: IdText.optional(),
      to_user: IdText.optional(),
      status: z.enum(['pending', 'active']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(40),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    response: FriendshipList,
  },
  one: {
    ...friendEndpoints.one,
    summary: 'An own request or friendship',
    params: PairParams,
    response: Friendship,
  },
  /** Where the other has asked already, both are friends at once. Asking again answers with the request there is. */
  request: {
    ...friendEndpoints.request,
    summary: 'Ask a member to be friends',
    body: z.object({
      _links: z.object({
        to_user: z.array(Link).min(1).max(10),
        from_user: z.array(Link).max(10).optional(),
      }),
      message: MultiLine.trim()
        .max(REQUEST_MESSAGE_MAX, `Keep the message to ${REQUEST_MESSAGE_MAX} characters.`)
        .refine((text) => text === '' || isVisible(text), 'Write something, or leave the message empty.')
        .optional(),
    }),
    response: Friendship,
    status: 201,
  },
  /** By who was asked. 403 for who asked, 404 where there is no request any more. */
  accept: {
    ...friendEndpoints.accept,
    summary: 'Accept a request',
    params: PairParams,
    body: z.object({ status: z.literal('active') }),
    response: Friendship,
  },
  /** Withdraws an own request, denies a received one, ends a friendship. */
  remove: {
    ...friendEndpoints.remove,
    summary: 'Withdraw or deny a request, end a friendship',
    params: PairParams,
    status: 204,
  },
  dismissSuggestion: {
    ...friendEndpoints.dismissSuggestion,
    summary: 'Do not suggest this member again',
    params: IdParams,
    status: 204,
  },
  invite: { ...friendEndpoints.invite, summary: 'The own link that makes friends', response: FriendInvite },
  renewInvite: {
    ...friendEndpoints.renewInvite,
    summary: 'Make a new link that makes friends; the old one stops working',
    response: FriendInvite,
    status: 201,
  },
  inviter: {
    ...friendEndpoints.inviter,
    summary: 'Who invites with this link',
    params: InviteParams,
    response: z.object({ user: PublicUser, state: FriendState }),
  },
  acceptInvite: {
    ...friendEndpoints.acceptInvite,
    summary: 'Be friends with who made the link',
    params: InviteParams,
    response: Friendship,
    status: 201,
  },
} satisfies Record<keyof typeof friendEndpoints, Call>;

const NamedMember = z.object({ _links: z.object({ user: z.array(Link).min(1).max(10) }) });
const ContactPage = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(40),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** Who the caller blocked, by the names that the caller knew then. Those whom they never met are not listed. */
export const BlockList = z.object({
  _links: Links,
  _embedded: z.object({
    blocks: z.array(
      z.object({
        id: Id,
        display_name: z.string(),
        username: z.string(),
        created_datetime: z.string(),
        _links: Links,
      }),
    ),
  }),
  total_count: z.number().int(),
});
export type BlockList = z.infer<typeof BlockList>;

export const MUTE_DAYS = [7, 30] as const;
export const Mute = z.object({
  id: Id,
  user: PublicUser,
  /** Null for always. */
  until: z.string().nullable(),
  _links: Links,
});
export const MuteList = z.object({
  _links: Links,
  _embedded: z.object({ mutes: z.array(Mute) }),
  total_count: z.number().int(),
});

/**
 * Blocks make both members invisible to each other at every call and end friendship and requests. Mutes keep a member's
 * stories out of the own feed and their doings out of the own notifications; the muted one is not told.
 */
export const contactCalls = {
  blocks: {
    ...contactEndpoints.blocks,
    summary: 'Members that the caller blocked',
    querystring: ContactPage,
    response: BlockList,
  },
  /** Repeated blocks change nothing. The answer is the same whether there is such a member or not. */
  block: { ...contactEndpoints.block, summary: 'Block a member', body: NamedMember, status: 204 },
  unblock: {
    ...contactEndpoints.unblock,
    summary: 'End a block; the friendship does not come back',
    params: IdParams,
    status: 204,
  },
  mutes: {
    ...contactEndpoints.mutes,
    summary: 'Members that the caller muted',
    querystring: ContactPage,
    response: MuteList,
  },
  /** `days` 7 or 30; without it always. Muting again sets the time anew. */
  mute: {
    ...contactEndpoints.mute,
    summary: 'Mute a member',
    body: NamedMember.extend({ days: z.union([z.literal(7), z.literal(30)]).optional() }),
    response: Mute,
    status: 201,
  },
  /** A mute that never was, or has ended, changes nothing and is answered the same. */
  unmute: { ...contactEndpoints.unmute, summary: 'End a mute', params: IdParams, status: 204 },
} satisfies Record<keyof typeof contactEndpoints, Call>;
