import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ActivityGroupKey } from '@waymark/activities';
import { groupKey } from './group-key.ts';

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

/** The name of an activity group, to be translated. */
export const groupName = (group: string): MessageDescriptor => NAMES[groupKey(group)];
