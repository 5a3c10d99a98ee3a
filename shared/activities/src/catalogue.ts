import { type Entry, fixed } from './catalogue/build.ts';
import { endurance } from './catalogue/endurance.ts';
import { gym } from './catalogue/gym.ts';
import { others } from './catalogue/others.ts';
import { sports } from './catalogue/sports.ts';

/** A named kind of exercise. */
export interface ActivityType {
  id: number;
  /** English name. */
  name: string;
  parentId: number | null;
  /** The top of its tree; a root names itself. */
  rootId: number;
  /** Metabolic equivalent: energy per kilogram and hour against rest. */
  met: number;
  hasChildren: boolean;
}

/** The roots and the types whose ids the groups, the outdoor list and the families name. */
const ROOTS = [
  ...fixed(
    null,
    `1 Generic Workout 5; 8 Gym Workout 5; 9 Walk 3.5; 10 Winter Sport 6; 11 Ride 7.5; 15 Swim 6
    16 Run 9.8; 21 Sport 6; 23 Class Workout 6; 24 Hike 6
    40 Martial Art 8; 46 Dance 5; 47 Motor Sport 4; 48 Home and Garden 3.5; 49 Active Play 5
    51 Mind and Body 2.3`,
  ),
  ...fixed(8, '12 Weight Training 5; 14 Machine Workout 4.5; 17 Cardio Machine 6; 18 Bodyweight Training 5'),
  ...fixed(8, '59 Functional Training 6'),
  ...fixed(9, '204 Fitness Walk 4.8'),
  ...fixed(10, '13 Alpine Ski 6.3'),
  ...fixed(11, '19 Mountain Bike Ride 8.5; 453 Indoor Ride 7; 634 E-Bike Ride 4.8'),
  ...fixed(15, '20 Open Water Swim 7'),
  ...fixed(16, '25 Treadmill Run 9'),
  ...fixed(21, '134 Baseball 5; 145 Golf 4.8; 259 Basketball 6.5'),
  ...fixed(23, '78 Yoga 2.8'),
  ...fixed(24, '22 Trek 6.8'),
];

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
  ...ROOTS,
  ...endurance,
  ...sports,
  ...others,
  ...gym,
]);

const BY_ID = new Map(CATALOGUE.map((type) => [type.id, type]));

/** The type with an id; undefined when there is none. */
export const activityType = (id: number): ActivityType | undefined => BY_ID.get(id);
