import type { Entry } from './catalogue/build.ts';
import { endurance } from './catalogue/endurance.ts';
import { gym } from './catalogue/gym.ts';
import { others } from './catalogue/others.ts';
import { roots } from './catalogue/roots.ts';
import { sports } from './catalogue/sports.ts';
import type { ActivityType } from './types.ts';

function complete(entries: readonly Entry[]): ActivityType[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parents = new Set(entries.map(({ parentId }) => parentId));
  const rootOf = (entry: Entry): number => {
    const parent = entry.parentId === null ? undefined : byId.get(entry.parentId);
    return parent ? rootOf(parent) : entry.id;
  };
  return entries.map((entry) => ({ ...entry, rootId: rootOf(entry), hasChildren: parents.has(entry.id) }));
}

/**
 * Every activity type. The MET values follow the Compendium of Physical Activities (Ainsworth et al. 2011 and
 * its 2024 edition) at a moderate effort; types it does not list take the value of their nearest kin.
 */
export const CATALOGUE: readonly ActivityType[] = complete([
  ...roots,
  ...endurance,
  ...sports,
  ...others,
  ...gym,
]);

const BY_ID = new Map(CATALOGUE.map((type) => [type.id, type]));

/** The type with an id; undefined when there is none. */
export const activityType = (id: number): ActivityType | undefined => BY_ID.get(id);
