import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ActivityGroupKey } from '@waymark/activities';

const NAMES: Record<ActivityGroupKey, MessageDescriptor> = {
  generic: msg`Workout`,
  gym: msg`Gym workout`,
  class: msg`Class workout`,
  hike: msg`Hike`,
  ride: msg`Ride`,
  run: msg`Run`,
  walk: msg`Walk`,
  swim: msg`Swim`,
  winter: msg`Winter sport`,
  sport: msg`Other sport`,
  golf: msg`Golf`,
  basketball: msg`Basketball`,
  baseball: msg`Baseball`,
  yoga: msg`Yoga`,
  others: msg`Others`,
};

/** The key of a group as the drawings know it; a group that this version does not know is one of the others. */
export const groupKey = (group: string): ActivityGroupKey =>
  Object.hasOwn(NAMES, group) ? (group as ActivityGroupKey) : 'others';

/** The name of an activity group, to be translated. */
export const groupName = (group: string): MessageDescriptor => NAMES[groupKey(group)];
