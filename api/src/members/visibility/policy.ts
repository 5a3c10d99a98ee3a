import type { Privacy } from '@waymark/api-contract';

/**
 * How the caller stands to the member who owns a workout; `link` is anybody who sent the key of the workout's link.
 * `blocked`: one of the two blocked the other, or the owner is suspended or leaving. `relationTo` tells which it is.
 */
export type Relation = 'self' | 'friend' | 'link' | 'other' | 'blocked' | 'visitor';

export const PRIVATE = 0 as const satisfies Privacy;
/** Accessible by link: in no list but its owner’s, and for whoever has the key. */
export const BY_LINK = 6 satisfies Privacy;

const LISTED: Readonly<Record<Relation, readonly Privacy[]>> = {
  self: [0, 1, 3, 6],
  friend: [1, 3],
  link: [3],
  other: [3],
  blocked: [],
  visitor: [3],
};
const READABLE: Readonly<Record<Relation, readonly Privacy[]>> = {
  self: [0, 1, 3, 6],
  friend: [1, 3],
  link: [3, BY_LINK],
  other: [3],
  blocked: [],
  visitor: [3],
};

/** The privacy levels that lists, calendars and totals show. A workout open by link (6) is in no list but its owner's. */
export const listedPrivacy = (relation: Relation): readonly Privacy[] => LISTED[relation];

/** Whom lists show a thing of somebody else: friends, everyone, or friends but not everyone. */
export type Audience = 'friends' | 'everyone' | 'friends only';
const SHARED: Readonly<Record<Audience, readonly Privacy[]>> = {
  friends: LISTED.friend,
  everyone: LISTED.visitor,
  'friends only': LISTED.friend.filter((privacy) => !LISTED.visitor.includes(privacy)),
};

export const isSharedWith = (audience: Audience, privacy: Privacy): boolean =>
  SHARED[audience].includes(privacy);

/**
 * `isSharedWith` as a condition of SQL, with the levels as literals: partial indexes have the same condition, and the
 * planner finds them by it, which it would not with a parameter.
 */
export const sharedWithText = (audience: Audience, column: string): string =>
  `${column} in (${SHARED[audience].join(', ')})`;

/** The workout's own page and all that belongs to it. */
export const canRead = (relation: Relation, privacy: Privacy): boolean =>
  READABLE[relation].includes(privacy);

const OTHERS: readonly Relation[] = ['friend', 'other', 'link', 'visitor'];
const MOST_OPEN_FIRST: readonly Privacy[] = [3, 6, 1, 0];

/** Nobody reads it, or finds it in a list, who could not do the same with the other. */
const isWithin = (level: Privacy, other: Privacy): boolean =>
  OTHERS.every(
    (relation) =>
      (!canRead(relation, level) || canRead(relation, other)) &&
      (!listedPrivacy(relation).includes(level) || listedPrivacy(relation).includes(other)),
  );

/**
 * The most open privacy that shows several workouts to nobody who could not see each of them. Of one for friends
 * and one for whoever has the link that is neither, but private.
 */
export const strictestOf = (levels: readonly Privacy[]): Privacy =>
  MOST_OPEN_FIRST.find((level) => levels.every((other) => isWithin(level, other))) ?? 0;
