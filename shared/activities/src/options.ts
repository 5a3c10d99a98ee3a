import { activityGroup, groupOf, type ActivityGroupKey } from './groups.ts';
import type { ActivityType } from './catalogue.ts';

export interface ActivityOption {
  id: number;
  label: string;
  /** The id as the text that form fields carry. */
  value: string;
  /** The types right below this one, sorted by label. */
  options: ActivityOption[];
  rootId: number;
  popular: boolean;
  disabled: boolean;
}

export interface ActivityOptionGroup {
  key: ActivityGroupKey | 'popular';
  label: string;
  options: ActivityOption[];
}

export interface ActivityOptionSettings {
  /** Ids of the Popular group in the order shown; default none, which leaves the group out. */
  popular?: readonly number[];
  /** Types that can be seen but not chosen; default none. */
  isDisabled?: (type: ActivityType) => boolean;
  /** The shown name of a group; default its English label. */
  groupLabel?: (key: ActivityOptionGroup['key'], english: string) => string;
  /** For sorting; default 'en-US'. */
  locale?: string;
}

/**
 * The choices of an activity dropdown: the Popular group first, in its own order, then the groups sorted by
 * label with their types sorted by label. A popular type stays in its own group too, where people look for it.
 */
export function activityOptions(
  types: readonly ActivityType[],
  {
    popular = [],
    isDisabled,
    groupLabel = (_, english) => english,
    locale = 'en-US',
  }: ActivityOptionSettings = {},
): ActivityOptionGroup[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const byLabel = (a: { label: string }, b: { label: string }) => collator.compare(a.label, b.label);
  const loved = new Set(popular);
  const options = new Map<number, ActivityOption>();
  const groups = new Map<ActivityGroupKey, ActivityOptionGroup>();

  for (const type of types) {
    const option: ActivityOption = {
      id: type.id,
      label: type.name,
      value: String(type.id),
      options: [],
      rootId: type.rootId,
      popular: loved.has(type.id),
      disabled: isDisabled?.(type) ?? false,
    };
    options.set(type.id, option);
    const key = groupOf(type);
    const group = groups.get(key) ?? { key, label: groupLabel(key, activityGroup(key).label), options: [] };
    group.options.push(option);
    groups.set(key, group);
  }
  for (const type of types) {
    const option = options.get(type.id);
    if (option && type.parentId !== null) options.get(type.parentId)?.options.push(option);
  }
  for (const list of [...options.values(), ...groups.values()]) list.options.sort(byLabel);

  const sorted: ActivityOptionGroup[] = [...groups.values()].sort(byLabel);
  const first = popular.flatMap((id) => options.get(id) ?? []);
  return first.length > 0
    ? [{ key: 'popular', label: groupLabel('popular', 'Popular'), options: first }, ...sorted]
    : sorted;
}

/** The choice of a multi-select that stands for everything. */
export const ALL = 'all';

/** A multi-select after a click: 'all' clears the others, another choice drops 'all', a chosen one is taken out. */
export function toggleMulti<T extends string | number>(selected: readonly T[], choice: T): T[] {
  if (selected.includes(choice)) return selected.filter((entry) => entry !== choice);
  return choice === ALL ? [choice] : [...selected.filter((entry) => entry !== ALL), choice];
}
