import { basename } from 'node:path';
import { type EntryRef, toEntryRef } from '../../../recordings/zip/zip-entry.ts';
import { withOpenZip } from '../../../recordings/zip/open-zip.ts';
import { listRouteFolders, type EntryKind, detectKind, detectKindByName } from './entry-kinds.ts';
import { readMetadataTables, type ActivitiesTable } from './metadata-tables.ts';
import type { StartedActivity } from './garmin/json-files.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import type { ArchiveMetadata } from './archive-metadata.ts';

/** A file of an archive that gets an import row; without `ref` it is an activity that has no file. */
export type ArchiveEntry = {
  name: string;
  ref: EntryRef | null;
  metadata: ArchiveMetadata | null;
  problem: { code: string; message: string } | null;
};

/** What an archive holds besides its files. */
export type ArchiveList = {
  /** Archives in it whose layout is known: they are expanded as well. */
  nestedArchives: { name: string; ref: EntryRef }[];
  startedActivities: StartedActivity[];
  /** The table in which the starts are listed. */
  startsTable: string | null;
  /** How many files of each kind hold no workout. */
  leftOut: Partial<Record<EntryKind, number>>;
  /** Plain sentences. */
  warnings: string[];
};

const BATCH_SIZE = 500;
const INNER = /(^|\/)UploadedFiles_[^/]*\.zip$/iu;

const ARCHIVE_WITHIN = {
  code: 'zip_within',
  message: 'This file holds another archive: unpack it and upload what is inside.',
};
const UNREADABLE = {
  code: 'zip_method',
  message: 'This file is packed in a way we cannot read. Unpack the archive yourself and upload the file.',
};

export interface ListArchiveOptions {
  /** The archive is nested in another one; archives in it are not opened. */
  isNested: boolean;
  /** Rows that it may still add. */
  maxEntries: number;
}

const tooManyWorkouts = () =>
  new FileProblem(
    'zip_too_many',
    'This zip archive holds more than 50,000 workouts. The first of them are here; split it and upload the rest.',
  );

/**
 * Lists an archive without unpacking it. Its files go to `onEntries`, a few hundred at a time, with what tables of
 * other services say of them.
 * @throws FileProblem for a damaged archive and for one that can do harm
 */
export function listArchive(
  path: string,
  onEntries: (entries: ArchiveEntry[]) => void,
  { isNested = false, maxEntries = LIMITS.archiveRows }: Partial<ListArchiveOptions> = {},
): Promise<ArchiveList> {
  return withOpenZip(path, async (zip, entries) => {
    const {
      byFile: tables,
      byStart: starts,
      startsTable: startsIn,
      warnings,
    } = await readMetadataTables(zip, entries);
    const list: ArchiveList = {
      nestedArchives: [],
      startedActivities: starts,
      startsTable: startsIn,
      leftOut: {},
      warnings,
    };
    const metadataByFile = indexMetadataByFile(tables);
    const routeFolders = listRouteFolders(tables.map(({ folder }) => folder));
    const batch: ArchiveEntry[] = [];
    let count = 0;
    let innerBytes = 0;
    const add = (added: ArchiveEntry) => {
      if (++count > maxEntries) throw tooManyWorkouts();
      batch.push(added);
      if (batch.length === BATCH_SIZE) onEntries(batch.splice(0));
    };
    const seen = new Set<string>();
    for (const entry of entries) {
      const metadata = metadataByFile.get(fileKey(entry.fileName)) ?? null;
      const kind = detectKindByName(entry.fileName, routeFolders);
      const name = basename(entry.fileName);
      const ref = toEntryRef(entry);
      if (kind === 'table') continue;
      if (kind === 'archive') {
        const isOpened =
          !isNested && INNER.test(entry.fileName) && list.nestedArchives.length < LIMITS.zipInner;
        if (isOpened && innerBytes + ref.size <= LIMITS.zipInnerBytes) {
          innerBytes += ref.size;
          list.nestedArchives.push({ name, ref });
        } else add({ name, ref: null, metadata: null, problem: ARCHIVE_WITHIN });
        continue;
      }
      const found = kind ?? (await detectKind(zip, ref));
      if (found !== 'workout') {
        list.leftOut[found] = (list.leftOut[found] ?? 0) + 1;
        continue;
      }
      seen.add(fileKey(entry.fileName));
      const isReadable = ref.method === 0 || ref.method === 8;
      add({ name, ref: isReadable ? ref : null, metadata, problem: isReadable ? null : UNREADABLE });
    }
    for (const activity of listActivitiesWithoutFile(tables, seen)) add(activity);
    onEntries(batch);
    return list;
  });
}

/** Tables name some files as they were called before they were compressed. */
const fileKey = (path: string): string => path.toLowerCase().replace(/\.gz$/u, '');

/** Metadata from the tables by the key of the file's path in the archive. */
function indexMetadataByFile(tables: readonly ActivitiesTable[]): Map<string, ArchiveMetadata> {
  const metadataByFile = new Map<string, ArchiveMetadata>();
  for (const { folder, lines } of tables) {
    for (const line of lines) if (line.file) metadataByFile.set(fileKey(folder + line.file), line.metadata);
  }
  return metadataByFile;
}

/** Activities of the tables that no file of the archive holds: they consist of their figures alone. */
function* listActivitiesWithoutFile(
  tables: readonly ActivitiesTable[],
  seen: ReadonlySet<string>,
): Generator<ArchiveEntry> {
  for (const { folder, lines } of tables) {
    for (const { file, date, metadata, figures } of lines) {
      if (file && seen.has(fileKey(folder + file))) continue;
      if (!file && !date && !metadata.name) continue;
      yield {
        name: metadata.name ?? file ?? 'Activity without a file',
        ref: null,
        metadata: { ...metadata, figures },
        problem: figures ? null : missingFiguresProblem(date),
      };
    }
  }
}

const missingFiguresProblem = (date: string) => ({
  code: 'no_figures',
  message: date
    ? `The table names no time we could read for this activity (${date}), or no duration, and there is no file of it. Log it by hand.`
    : 'The table says nothing of when this activity was, and there is no file of it. Log it by hand.',
});
