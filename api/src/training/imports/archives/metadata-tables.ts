import { basename } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import {
  readGearTable,
  readGarminSummaries,
  type GarminSummary,
  type StartedActivity,
} from './garmin/json-files.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { readStravaActivities, type StravaActivity } from './strava/activities-table.ts';
import { toStorableName } from '../../../recordings/storable-text.ts';
import { readSmallTable, toEntryRef } from '../../../recordings/zip/zip-entry.ts';

/** A table and the folder in which the files it names begin. */
export type ActivitiesTable = { folder: string; lines: StravaActivity[] };

/** Metadata that tables of other services hold on the files of an archive, and on activities without a file. */
export type MetadataTables = {
  byFile: ActivitiesTable[];
  byStart: StartedActivity[];
  /** The file, or the first of them, that `byStart` comes from. */
  startsTable: string | null;
  /** Plain sentences. */
  warnings: string[];
};

const TABLE = /^([^/]*\/)?activities\.csv$/iu;
const SUMMARIES = /(?:^|\/)(?=[^/]*summarizedActivities)[^/]*\.json$/iu;
const GEAR = /_gear\.json$/iu;

const printableName = (name: string): string => toStorableName(basename(name), 300);

/** Reads the tables of an archive. One that cannot be read becomes a warning and does not affect the others. */
export async function readMetadataTables(zip: ZipFile, entries: readonly Entry[]): Promise<MetadataTables> {
  const tables: MetadataTables = { byFile: [], byStart: [], startsTable: null, warnings: [] };
  const summaries: GarminSummary[] = [];
  const gear = new Map<string, string>();
  for (const entry of entries) {
    const name = entry.fileName;
    if (TABLE.test(name)) await readTable(zip, entry, tables);
    else if (SUMMARIES.test(name)) {
      const found = await summariesIn(zip, entry, tables.warnings);
      if (found.length > 0) tables.startsTable ??= printableName(name);
      for (const summary of found) summaries.push(summary);
    } else if (GEAR.test(name)) {
      const json = await readSmallTable(zip, toEntryRef(entry));
      const used = json && readGearTable(json);
      if (!used)
        tables.warnings.push(`${printableName(name)} could not be read, so the gear in it is missing.`);
      for (const [activity, gearName] of used ?? []) gear.set(activity, gearName);
    }
  }
  tables.byStart = mergeStarts(summaries, gear).slice(0, LIMITS.archiveRows);
  tables.warnings = limitWarnings(tables.warnings);
  return tables;
}

/** Limits the number of warnings: an archive can have thousands of damaged tables. */
export function limitWarnings(warnings: readonly string[]): string[] {
  const further = warnings.length - LIMITS.archiveWarnings;
  if (further <= 0) return [...warnings];
  return [
    ...warnings.slice(0, LIMITS.archiveWarnings),
    `${further.toLocaleString('en')} more could not be read in full.`,
  ];
}

async function readTable(zip: ZipFile, entry: Entry, { byFile, warnings }: MetadataTables): Promise<void> {
  const csv = await readSmallTable(zip, toEntryRef(entry));
  const { lines, damaged } = csv ? await readStravaActivities(csv) : { lines: [], damaged: true };
  if (damaged) {
    warnings.push(
      `A part of ${toStorableName(entry.fileName, 300)} could not be read. Names, notes and gear of ${lines.length} activities were taken from it.`,
    );
  }
  byFile.push({ folder: TABLE.exec(entry.fileName)?.[1] ?? '', lines });
}

async function summariesIn(zip: ZipFile, entry: Entry, warnings: string[]): Promise<GarminSummary[]> {
  const json = await readSmallTable(zip, toEntryRef(entry));
  const found = json && readGarminSummaries(json);
  if (!found) {
    warnings.push(`${printableName(entry.fileName)} could not be read, so its names and notes are missing.`);
    return [];
  }
  const { summaries, unknown } = found;
  if (unknown > 0) {
    const those = unknown === 1 ? 'One activity' : `${unknown.toLocaleString('en')} activities`;
    warnings.push(`${those} in ${printableName(entry.fileName)} could not be read.`);
  }
  return summaries;
}

/** Legs are left out where their multi-sport activity is listed: its file holds them. */
function mergeStarts(
  summaries: readonly GarminSummary[],
  gear: ReadonlyMap<string, string>,
): StartedActivity[] {
  const ids = new Set(summaries.map(({ id }) => id));
  return summaries
    .filter(({ legOf }) => legOf === null || !ids.has(legOf))
    .map(({ start, metadata, id }) => ({
      start,
      metadata: { ...metadata, gear: (id && gear.get(id)) ?? metadata.gear },
    }));
}
