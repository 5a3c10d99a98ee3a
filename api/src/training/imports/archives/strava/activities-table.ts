import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { LIMITS } from '../../../../recordings/limits.ts';
import { toStorableName } from '../../../../recordings/storable-text.ts';
import { parseTableDate } from './table-date.ts';
import { findActivityByName } from './activity-names.ts';
import { toName, toNotes, type ArchiveMetadata, type ArchiveFigures } from '../archive-metadata.ts';

/** One line of Strava's table of activities. `file` as the table writes it, such as `activities/12.fit.gz`. */
export type StravaActivity = {
  file: string | null;
  date: string;
  metadata: ArchiveMetadata;
  figures: ArchiveFigures | null;
};

type Column =
  | 'date'
  | 'name'
  | 'type'
  | 'description'
  | 'privateNote'
  | 'gear'
  | 'file'
  | 'elapsed'
  | 'moving'
  | 'distance'
  | 'ascent'
  | 'calories'
  | 'heartrateMax'
  | 'heartrateAvg';
type Columns = Partial<Record<Column, number>> & { kilometres?: boolean };

const HEADERS: Readonly<Record<string, Column>> = {
  'activity date': 'date',
  date: 'date',
  'activity name': 'name',
  name: 'name',
  'activity type': 'type',
  type: 'type',
  'activity description': 'description',
  description: 'description',
  'activity private note': 'privateNote',
  'activity gear': 'gear',
  gear: 'gear',
  filename: 'file',
  'elapsed time': 'elapsed',
  elapsed_time: 'elapsed',
  'moving time': 'moving',
  distance: 'distance',
  'elevation gain': 'ascent',
  calories: 'calories',
  'max heart rate': 'heartrateMax',
  'average heart rate': 'heartrateAvg',
};

const FILE = /^activities\/.+/iu;
const ID = /^\d{1,20}$/u;
/** Where the column of files stands in Strava's tables, and how many columns follow at least. */
const FILE_COLUMN = 12;
const MIN_COLUMNS = 20;

/** Of columns with the same title the last counts: the earlier ones are rounded and in the member's own units. */
function columnsOf(header: readonly string[], lines: readonly string[][]): Columns | null {
  const columns: Columns = {};
  const titles = header.map((title) => title.trim().toLowerCase());
  titles.forEach((title, index) => {
    const column = Object.hasOwn(HEADERS, title) ? HEADERS[title] : undefined;
    if (column) columns[column] = index;
  });
  if (columns.file === undefined) {
    const file = findFileColumn(titles, lines);
    if (file !== null) return columnsByPosition(file, titles);
  }
  if (columns.date === undefined && columns.file === undefined) return null;
  // Old tables, whose titles are all in small letters, have metres.
  columns.kilometres = header.filter((title) => title.trim() === 'Distance').length === 1;
  return columns;
}

/**
 * Finds the column of file names in a table whose titles are in another language: by values that look like files;
 * else by the two titles that occur twice, at a fixed distance from the file column; else by its usual position, where
 * the rows begin as Strava's do.
 */
function findFileColumn(titles: readonly string[], lines: readonly string[][]): number | null {
  const byValue = titles.findIndex((_, index) => lines.some((line) => FILE.test(line[index] ?? '')));
  if (byValue >= 0) return byValue;
  const [elapsed, distance] = [titles[5], titles[6]];
  const again = elapsed ? titles.indexOf(elapsed, 7) : -1;
  if (again > 0 && distance && titles[again + 2] === distance) return again - 3;
  const isStravas = ([id, date]: readonly string[]) =>
    ID.test((id ?? '').trim()) && parseTableDate(date ?? '') !== null;
  return titles.length >= MIN_COLUMNS && lines.some(isStravas) ? FILE_COLUMN : null;
}

/** Titles differ by language, the order of columns does not: figures in metres and seconds follow the file. */
function columnsByPosition(file: number, titles: readonly string[]): Columns {
  const heartrate = titles[7] ? titles.indexOf(titles[7], file) : -1;
  return {
    date: 1,
    name: 2,
    type: 3,
    description: 4,
    gear: file - 1,
    ...(file >= FILE_COLUMN && { privateNote: file - 2 }),
    file,
    elapsed: file + 3,
    moving: file + 4,
    distance: file + 5,
    ascent: file + 8,
    // The title of the maximum heart rate occurs again after the file; the average follows it, then two of power, then calories.
    ...(heartrate > 0 && {
      heartrateMax: heartrate,
      heartrateAvg: heartrate + 1,
      calories: heartrate + 4,
    }),
  };
}

function parseAmount(text: string | undefined): number | null {
  const value = (text ?? '').trim();
  if (!value) return null;
  const number = Number(value.includes('.') ? value.replaceAll(',', '') : value.replace(',', '.'));
  return Number.isFinite(number) && number > 0 ? number : null;
}

function parseLine(line: readonly string[], columns: Columns): StravaActivity {
  const at = (column: Column) =>
    columns[column] === undefined ? undefined : line[columns[column]]?.replaceAll('\0', '');
  const start = parseTableDate(at('date') ?? '');
  const moving = parseAmount(at('moving'));
  const elapsed = parseAmount(at('elapsed')) ?? moving;
  const distance = parseAmount(at('distance'));
  const calories = parseAmount(at('calories'));
  const file = (at('file') ?? '').trim().replaceAll('\\', '/');
  return {
    file: toName(file),
    date: toStorableName(toName(at('date')) ?? '', 60),
    metadata: {
      name: toName(at('name')),
      notes: toNotes(at('description')),
      privateNote: toNotes(at('privateNote')),
      gear: toName(at('gear')),
      activityTypeId: findActivityByName(at('type') ?? ''),
      figures: null,
    },
    figures:
      start && elapsed
        ? {
            start: start.toISOString(),
            elapsed: Math.max(elapsed, moving ?? 0),
            moving,
            distance: distance && (columns.kilometres ? distance * 1000 : distance),
            ascent: parseAmount(at('ascent')),
            energy: calories && calories * 4184,
            heartrateAvg: parseAmount(at('heartrateAvg')),
            heartrateMax: parseAmount(at('heartrateMax')),
            missingFile: toName(file),
          }
        : null,
  };
}

/** The activities of the table in order, and whether a part of it could not be read. */
export async function readStravaActivities(
  csv: Buffer,
): Promise<{ lines: StravaActivity[]; damaged: boolean }> {
  const rows: string[][] = [];
  let damaged = false;
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LIMITS.tableLine,
    to: LIMITS.zipEntries,
    // Collected as they are read: rows that a stream still buffers when an error ends it are lost.
    on_record: (row: string[]) => void rows.push(row),
  });
  parser.on('skip', () => (damaged = true));
  parser.resume();
  // Everything after a quote that is never closed is lost; the rows before it are not.
  await finished(parser.end(csv)).catch(() => (damaged = true));
  const [header, ...lines] = rows;
  const columns = header ? columnsOf(header, lines) : null;
  if (!columns) return { lines: [], damaged: rows.length > 0 || damaged };
  return { lines: lines.map((line) => parseLine(line, columns)), damaged };
}
