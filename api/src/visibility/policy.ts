import type { Privacy } from '@waymark/api-contract';

/**
 * How the caller stands to the member who owns a workout; `link` is anybody who sent the key of the workout's link.
 * `blocked`: one of the two blocked the other, or the owner is suspended or leaving. `relationTo` tells which it is.
 */
export type Relation = 'self' | 'friend' | 'link' | 'other' | 'blocked' | 'visitor';

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
  link: [3, 6],
  other: [3],
  blocked: [],
  visitor: [3],
};

/** The privacy levels that lists, calendars and totals show. A workout open by link (6) is in no list but its owner's. */
export const listedPrivacy = (relation: Relation): readonly Privacy[] => LISTED[relation];

/** The workout's own page and all that belongs to it. */
export const canRead = (relation: Relation, privacy: Privacy): boolean =>
  READABLE[relation].includes(privacy);
