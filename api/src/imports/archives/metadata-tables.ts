import { basename } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { readGear } from './garmin/gear.ts';
import { readSummaries, type Summary, type ToldStart } from './garmin/summaries.ts';
import { LIMITS } from '../../recordings/limits.ts';
import { readActivities, type StravaLine } from './strava/activities-table.ts';
import { storable } from '../../recordings/storable-text.ts';
import { entryBytes, refOf } from '../../recordings/zip/zip-entry.ts';

/** A table and the folder in which the files it names begin. */
export type Table = { folder: string; lines: StravaLine[] };

/** What other services' tables in an archive say of its files, and of activities that have none. */
export type Tables = {
  byFile: Table[];
  byStart: ToldStart[];
  /** The file, or the first of them, that `byStart` comes from. */
  startsIn: string | null;
  /** Plain sentences. */
  warnings: string[];
};

const TABLE = /^([^/]*\/)?activities\.csv$/iu;
const SUMMARIES = /(?:^|\/)(?=[^/]*summarizedActivities)[^/]*\.json$/iu;
const GEAR = /_gear\.json$/iu;

const shown = (name: string): string => storable(basename(name), 300);

/** Reads the tables of an archive. What cannot be read is told of and takes nothing else with it. */
export async function readTables(zip: ZipFile, entries: readonly Entry[]): Promise<Tables> {
  const tables: Tables = { byFile: [], byStart: [], startsIn: null, warnings: [] };
  const summaries: Summary[] = [];
  const gear = new Map<string, string>();
  for (const entry of entries) {
    const name = entry.fileName;
    if (TABLE.test(name)) await readTable(zip, entry, tables);
    else if (SUMMARIES.test(name)) {
      const found = await summariesIn(zip, entry, tables.warnings);
      if (found.length > 0) tables.startsIn ??= shown(name);
      for (const summary of found) summaries.push(summary);
    } else if (GEAR.test(name)) {
      const json = await entryBytes(zip, refOf(entry));
      const used = json && readGear(json);
      if (!used) tables.warnings.push(`${shown(name)} could not be read, so the gear in it is missing.`);
      for (const [activity, gearName] of used ?? []) gear.set(activity, gearName);
    }
  }
  tables.byStart = startsOf(summaries, gear).slice(0, LIMITS.archiveLines);
  tables.warnings = firstWarnings(tables.warnings);
  return tables;
}

/** The first of many sentences, and how many more there are: an archive can have thousands of damaged tables. */
export function firstWarnings(warnings: readonly string[]): string[] {
  const further = warnings.length - LIMITS.archiveWarnings;
  if (further <= 0) return [...warnings];
  return [
    ...warnings.slice(0, LIMITS.archiveWarnings),
    `${further.toLocaleString('en')} more could not be read in full.`,
  ];
}

async function readTable(zip: ZipFile, entry: Entry, { byFile, warnings }: Tables): Promise<void> {
  const csv = await entryBytes(zip, refOf(entry));
  const { lines, damaged } = csv ? await readActivities(csv) : { lines: [], damaged: true };
  if (damaged) {
    warnings.push(
      `A part of ${storable(entry.fileName, 300)} could not be read. Names, notes and gear of ${lines.length} activities were taken from it.`,
    );
  }
  byFile.push({ folder: TABLE.exec(entry.fileName)?.[1] ?? '', lines });
}

async function summariesIn(zip: ZipFile, entry: Entry, warnings: string[]): Promise<Summary[]> {
  const json = await entryBytes(zip, refOf(entry));
  const found = json && readSummaries(json);
  if (!found) {
    warnings.push(`${shown(entry.fileName)} could not be read, so its names and notes are missing.`);
    return [];
  }
  const { summaries, unknown } = found;
  if (unknown > 0) {
    const those = unknown === 1 ? 'One activity' : `${unknown.toLocaleString('en')} activities`;
    warnings.push(`${those} in ${shown(entry.fileName)} could not be read.`);
  }
  return summaries;
}

/** Legs go with the activity that they are a part of: its file holds them. */
function startsOf(summaries: readonly Summary[], gear: ReadonlyMap<string, string>): ToldStart[] {
  const ids = new Set(summaries.map(({ id }) => id));
  return summaries
    .filter(({ legOf }) => legOf === null || !ids.has(legOf))
    .map(({ start, told, id }) => ({ start, told: { ...told, gear: (id && gear.get(id)) ?? told.gear } }));
}
