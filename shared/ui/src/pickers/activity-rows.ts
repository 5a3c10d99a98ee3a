import {
  searchActivities,
  type ActivityGroupKey,
  type ActivityOption,
  type ActivityOptionGroup,
} from '@waymark/activities';

/** One line of the dropdown: the name of a group, or a choice. */
export type ActivityRow =
  | { kind: 'group'; key: string; label: string }
  | { kind: 'option'; key: string; option: ActivityOption; group?: ActivityGroupKey };

/** The lines for a search text: what it finds, best first; without one, each group with its choices. */
export function activityRows(groups: readonly ActivityOptionGroup[], search = ''): ActivityRow[] {
  if (search.trim())
    return searchActivities(groups, search).map(({ option, group }) => ({
      kind: 'option',
      key: `${group}-${option.id}`,
      option,
      group,
    }));
  return groups.flatMap(({ key, label, options }): ActivityRow[] => [
    { kind: 'group', key, label },
    ...options.map((option): ActivityRow => ({
      kind: 'option',
      key: `${key}-${option.id}`,
      option,
      group: key === 'popular' ? findActivity(groups, option.id)?.group : key,
    })),
  ]);
}

/** The group and name of a choice by its id. */
export function findActivity(groups: readonly ActivityOptionGroup[], id: number) {
  for (const group of groups) {
    if (group.key === 'popular') continue;
    const option = group.options.find((entry) => entry.id === id);
    if (option) return { option, group: group.key };
  }
  return undefined;
}
