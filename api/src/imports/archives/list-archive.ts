import { basename } from 'node:path';
import { type EntryRef, refOf } from '../../recordings/zip/zip-entry.ts';
import { withZip } from '../../recordings/zip/open-zip.ts';
import { inFolders, type Kind, kindOf, kindOfName } from './entry-kinds.ts';
import { readTables, type Table } from './metadata-tables.ts';
import type { ToldStart } from './garmin/summaries.ts';
import { LIMITS } from '../../recordings/limits.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import type { Told } from './archive-metadata.ts';

/** One file of an archive that becomes a line of the list; without `ref` it is an activity that has no file. */
export type Listed = {
  name: string;
  ref: EntryRef | null;
  told: Told | null;
  problem: { code: string; message: string } | null;
};

/** What is left of an archive beside its files. */
export type ArchiveList = {
  /** Archives in it whose layout is known, to be read as well. */
  inner: { name: string; ref: EntryRef }[];
  starts: ToldStart[];
  /** The table in which the starts are listed. */
  startsIn: string | null;
  /** How many files of each kind hold no workout. */
  leftOut: Partial<Record<Kind, number>>;
  /** Plain sentences. */
  warnings: string[];
};

const AT_ONCE = 500;
const INNER = /(^|\/)UploadedFiles_[^/]*\.zip$/iu;

const ARCHIVE_WITHIN = {
  code: 'zip_within',
  message: 'This file holds another archive: unpack it and upload what is inside.',
};
const UNREADABLE = {
  code: 'zip_method',
  message: 'This file is packed in a way we cannot read. Unpack the archive yourself and upload the file.',
};

export interface ListOptions {
  /** It lies in another archive itself, so that archives in it are not opened. */
  within: boolean;
  /** How many lines it may become. */
  room: number;
}

const tooManyLines = () =>
  new FileProblem(
    'zip_too_many',
    'This zip archive holds more than 50,000 workouts. The first of them are here; split it and upload the rest.',
  );

/**
 * Looks through an archive without unpacking it: names of files go to `piece`, a few hundred at a time; what
 * other services' tables say of them goes along. Throws FileProblem when the archive is none or can do harm.
 */
export function listArchive(
  path: string,
  piece: (files: Listed[]) => void,
  { within = false, room = LIMITS.archiveLines }: Partial<ListOptions> = {},
): Promise<ArchiveList> {
  return withZip(path, async (zip, entries) => {
    const { byFile: tables, byStart: starts, startsIn, warnings } = await readTables(zip, entries);
    const list: ArchiveList = { inner: [], starts, startsIn, leftOut: {}, warnings };
    const told = toldByFile(tables);
    const routes = inFolders(tables.map(({ folder }) => folder));
    const files: Listed[] = [];
    let lines = 0;
    let innerBytes = 0;
    const add = (file: Listed) => {
      if (++lines > room) throw tooManyLines();
      files.push(file);
      if (files.length === AT_ONCE) piece(files.splice(0));
    };
    const taken = new Set<string>();
    for (const entry of entries) {
      const said = told.get(keyOf(entry.fileName)) ?? null;
      const kind = kindOfName(entry.fileName, routes);
      const name = basename(entry.fileName);
      const ref = refOf(entry);
      if (kind === 'table') continue;
      if (kind === 'archive') {
        const isOpened = !within && INNER.test(entry.fileName) && list.inner.length < LIMITS.zipInner;
        if (isOpened && innerBytes + ref.size <= LIMITS.zipInnerBytes) {
          innerBytes += ref.size;
          list.inner.push({ name, ref });
        } else add({ name, ref: null, told: null, problem: ARCHIVE_WITHIN });
        continue;
      }
      const found = kind ?? (await kindOf(zip, ref));
      if (found !== 'workout') {
        list.leftOut[found] = (list.leftOut[found] ?? 0) + 1;
        continue;
      }
      taken.add(keyOf(entry.fileName));
      const readable = ref.method === 0 || ref.method === 8;
      add({ name, ref: readable ? ref : null, told: said, problem: readable ? null : UNREADABLE });
    }
    for (const activity of manualOf(tables, taken)) add(activity);
    piece(files);
    return list;
  });
}

/** Tables name some files as they were before they were packed. */
const keyOf = (path: string): string => path.toLowerCase().replace(/\.gz$/u, '');

/** What tables say, by the key of the file's whole path in the archive. */
function toldByFile(tables: readonly Table[]): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const { folder, lines } of tables) {
    for (const line of lines) if (line.file) told.set(keyOf(folder + line.file), line.told);
  }
  return told;
}

/** Activities of the tables that no file of the archive holds: their figures are all there is of them. */
function* manualOf(tables: readonly Table[], taken: ReadonlySet<string>): Generator<Listed> {
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
