import { GROUP_ICONS, type ActivityGroupKey } from '@waymark/activities';

/** The key of a group as the drawings know it; a group that this version does not know is one of the others. */
export const groupKey = (group: string): ActivityGroupKey =>
  Object.hasOwn(GROUP_ICONS, group) ? (group as ActivityGroupKey) : 'others';
