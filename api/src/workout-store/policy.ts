import type { Privacy } from '@waymark/api-contract';
import type { Caller } from '../kernel/server/route.ts';

/** How the caller stands to the member who owns a workout; `link` is anybody who sent the key of the workout's link. */
export type Relation = 'self' | 'friend' | 'link' | 'other' | 'visitor';

export function relationTo(caller: Caller | null, ownerId: number): Relation {
  if (!caller) return 'visitor';
  return caller.userId === ownerId ? 'self' : 'other';
}

const LISTED: Readonly<Record<Relation, readonly Privacy[]>> = {
  self: [0, 1, 3, 6],
  friend: [1, 3],
  link: [3],
  other: [3],
  visitor: [3],
};
const READABLE: Readonly<Record<Relation, readonly Privacy[]>> = {
  self: [0, 1, 3, 6],
  friend: [1, 3],
  link: [3, 6],
  other: [3],
  visitor: [3],
};

/** The privacy levels that lists, calendars and totals show. A workout open by link (6) is in no list but its owner's. */
export const listedPrivacy = (relation: Relation): readonly Privacy[] => LISTED[relation];

/** The workout's own page and all that belongs to it. */
export const canRead = (relation: Relation, privacy: Privacy): boolean =>
  READABLE[relation].includes(privacy);

/** What the caller may do with a workout they can read; the page gets the same answer as `can`. */
export function abilities(relation: Relation): { edit: boolean; delete: boolean; copy: boolean } {
  const own = relation === 'self';
  return { edit: own, delete: own, copy: own };
}
export type Ability = keyof ReturnType<typeof abilities>;
