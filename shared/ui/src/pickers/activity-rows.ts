import type { ActivityGroupKey, ActivityOption, ActivityOptionGroup } from '@waymark/activities';

/** One line of the dropdown: the name of a group, or a choice. */
export type ActivityRow =
  | { kind: 'group'; key: string; label: string }
  | { kind: 'option'; key: string; option: ActivityOption; group?: ActivityGroupKey };

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The lines for a search text: each group with its choices. A search finds words from their beginning first, then
 * any part of a name, and shows a popular choice once.
 */
export function activityRows(groups: readonly ActivityOptionGroup[], search = ''): ActivityRow[] {
  const wanted = fold(search.trim());
  if (!wanted) {
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
  const found: { row: ActivityRow; rank: number }[] = [];
  for (const { key, options } of groups) {
    if (key === 'popular') continue;
    for (const option of options) {
      const at = ` ${fold(option.label)}`.indexOf(` ${wanted}`);
      const rank = at === 0 ? 0 : at > 0 ? 1 : fold(option.label).includes(wanted) ? 2 : -1;
      if (rank >= 0)
        found.push({ row: { kind: 'option', key: `${key}-${option.id}`, option, group: key }, rank });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ row }) => row);
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
