import type { ActivityType } from './catalogue.ts';

export type ActivityGroupKey =
  | 'generic'
  | 'gym'
  | 'class'
  | 'hike'
  | 'ride'
  | 'run'
  | 'walk'
  | 'swim'
  | 'winter'
  | 'sport'
  | 'golf'
  | 'basketball'
  | 'baseball'
  | 'yoga'
  | 'others';

export interface ActivityGroup {
  key: ActivityGroupKey;
  /** Plain English; pages translate by key. */
  label: string;
  /** Name of the colour token: `GROUP_COLOURS` holds its values by key. */
  hue: `activity-${ActivityGroupKey}`;
  /** Key into `GROUP_ICONS`. */
  icon: ActivityGroupKey;
  /** The ids in the table below that make this group. */
  ids: readonly number[];
}

const group = (key: ActivityGroupKey, label: string, ids: readonly number[]): ActivityGroup => ({
  key,
  label,
  hue: `activity-${key}`,
  icon: key,
  ids,
});

/** Every group with the ids that lead to it. 'others' has none: it takes what no other group does. */
export const ACTIVITY_GROUPS: readonly ActivityGroup[] = [
  group('generic', 'Workout', [1]),
  group('gym', 'Gym workout', [8, 12, 14, 17, 18, 59]),
  group('class', 'Class workout', [23]),
  group('hike', 'Hike', [22, 24]),
  group('ride', 'Ride', [11, 19, 453, 634]),
  group('run', 'Run', [16, 25]),
  group('walk', 'Walk', [9, 204]),
  group('swim', 'Swim', [15, 20]),
  group('winter', 'Winter sport', [10, 13]),
  group('sport', 'Other sport', [21]),
  group('golf', 'Golf', [145]),
  group('basketball', 'Basketball', [259]),
  group('baseball', 'Baseball', [134]),
  group('yoga', 'Yoga', [78]),
  group('others', 'Others', []),
];

const KEY_BY_ID = new Map(ACTIVITY_GROUPS.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)));
const BY_KEY = new Map(ACTIVITY_GROUPS.map((entry) => [entry.key, entry]));

/** These stand for themselves although they have a parent. */
const OWN_GROUP_IDS: ReadonlySet<number> = new Set([145, 259, 134, 78]);

/** The group of an activity type: by its parent's id when it has a parent, except ids 145, 259, 134 and 78. */
export function groupOfId(id: number, parentId?: number | null): ActivityGroupKey {
  const decisive = OWN_GROUP_IDS.has(id) ? id : (parentId ?? id);
  return KEY_BY_ID.get(decisive) ?? 'others';
}

/** See {@link groupOfId}. */
export const groupOf = (type: Pick<ActivityType, 'id' | 'parentId'>): ActivityGroupKey =>
  groupOfId(type.id, type.parentId);

/** Label, colour token and icon of a group. */
export function activityGroup(key: ActivityGroupKey): ActivityGroup {
  const found = BY_KEY.get(key);
  if (!found) throw new Error(`There is no activity group '${key}'.`);
  return found;
}
