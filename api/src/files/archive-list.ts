import { basename } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { entryBytes, type EntryRef, refOf } from './zip-entry.ts';
import { withZip } from './zip.ts';
import { inFolders, type Kind, kindOf, kindOfName } from './archive-kinds.ts';
import { readSummaries, type ToldStart } from './garmin.ts';
import { keyOf, manualOf, toldByFile } from './strava-files.ts';
import { readActivities, type StravaLine } from './strava.ts';
import { storable } from './text.ts';
import type { Told } from './told.ts';

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
  /** How many files of each kind hold no workout. */
  leftOut: Partial<Record<Kind, number>>;
  /** Plain sentences. */
  warnings: string[];
};

const AT_ONCE = 500;
const INNER = /(^|\/)UploadedFiles_[^/]*\.zip$/iu;
const TABLE = /^([^/]*\/)?activities\.csv$/iu;
const SUMMARIES = /summarizedActivities[^/]*\.json$/iu;

const ARCHIVE_WITHIN = {
  code: 'zip_within',
  message: 'This file holds another archive: unpack it and upload what is inside.',
};
const UNREADABLE = {
  code: 'zip_method',
  message: 'This file is packed in a way we cannot read. Unpack the archive yourself and upload the file.',
};

/**
 * Looks through an archive without unpacking it: names of files go to `piece`, a few hundred at a time; what
 * other services' tables say of them goes along. Throws FileProblem when the archive is none or can do harm.
 */
export function listArchive(
  path: string,
  piece: (files: Listed[]) => void,
  within = false,
): Promise<ArchiveList> {
  return withZip(path, async (zip, entries) => {
    const list: ArchiveList = { inner: [], starts: [], leftOut: {}, warnings: [] };
    const tables = await readTables(zip, entries, list);
    const told = toldByFile(tables);
    const files: Listed[] = [];
    const add = (file: Listed) => {
      files.push(file);
      if (files.length === AT_ONCE) piece(files.splice(0));
    };
    const taken = new Set<string>();
    for (const entry of entries) {
      const said = told.get(keyOf(entry.fileName)) ?? null;
      const kind = kindOfName(entry.fileName, inFolders(tables.map(({ folder }) => folder)));
      const name = basename(entry.fileName);
      const ref = refOf(entry);
      if (kind === 'table') continue;
      if (kind === 'archive') {
        if (!within && INNER.test(entry.fileName)) list.inner.push({ name, ref });
        else add({ name, ref: null, told: null, problem: ARCHIVE_WITHIN });
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

/** A table and the folder in which the files it names begin. */
export type Table = { folder: string; lines: StravaLine[] };

async function readTables(zip: ZipFile, entries: readonly Entry[], list: ArchiveList): Promise<Table[]> {
  const tables: Table[] = [];
  for (const entry of entries) {
    const folder = TABLE.exec(entry.fileName);
    if (folder) {
      const csv = await entryBytes(zip, refOf(entry));
      const { lines, damaged } = csv ? await readActivities(csv) : { lines: [], damaged: true };
      if (damaged) {
        list.warnings.push(
          `A part of ${storable(entry.fileName, 300)} could not be read. Names, notes and gear of ${lines.length} activities were taken from it.`,
        );
      }
      tables.push({ folder: folder[1] ?? '', lines });
    } else if (SUMMARIES.test(entry.fileName)) {
      const json = await entryBytes(zip, refOf(entry));
      const starts = json && readSummaries(json);
      if (starts) list.starts.push(...starts);
      else
        list.warnings.push(
          `${storable(basename(entry.fileName), 300)} could not be read, so its names and notes are missing.`,
        );
    }
  }
  return tables;
}
