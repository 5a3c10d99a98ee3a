import type { Listed } from './archive-list.ts';
import type { Table } from './archive-tables.ts';
import type { Told } from './told.ts';

/** Tables name some files as they were before they were packed. */
export const keyOf = (path: string): string => path.toLowerCase().replace(/\.gz$/u, '');

/** What tables say, by the key of the file's whole path in the archive. */
export function toldByFile(tables: readonly Table[]): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const { folder, lines } of tables) {
    for (const line of lines) if (line.file) told.set(keyOf(folder + line.file), line.told);
  }
  return told;
}

/** Activities of the tables that no file of the archive holds: their figures are all there is of them. */
export function* manualOf(tables: readonly Table[], taken: ReadonlySet<string>): Generator<Listed> {
  for (const { folder, lines } of tables) {
    for (const { file, date, told, figures } of lines) {
      if (file && taken.has(keyOf(folder + file))) continue;
      if (!file && !date && !told.name) continue;
      yield {
        name: told.name ?? file ?? 'Activity without a file',
        ref: null,
        told: { ...told, figures },
        problem: figures ? null : problemOf(date),
      };
    }
  }
}

const problemOf = (date: string) => ({
  code: 'no_figures',
  message: date
    ? `The table names no time we could read for this activity (${date}), or no duration, and there is no file of it. Log it by hand.`
    : 'The table says nothing of when this activity was, and there is no file of it. Log it by hand.',
});
