import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { LIMITS } from '../../../recordings/limits.ts';
import { storable } from '../../../recordings/storable-text.ts';
import { momentOf } from './table-date.ts';
import { activityOfName } from './activity-names.ts';
import { nameOf, notesOf, type Told, type ToldFigures } from '../archive-metadata.ts';

/** One line of Strava's table of activities. `file` as the table writes it, such as `activities/12.fit.gz`. */
export type StravaLine = { file: string | null; date: string; told: Told; figures: ToldFigures | null };

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
const FILE_PLACE = 12;
const LEAST_COLUMNS = 20;

/** Of columns with one name the last: the earlier ones are rounded and in the member's own units. */
function columnsOf(header: readonly string[], lines: readonly string[][]): Columns | null {
  const columns: Columns = {};
  const titles = header.map((title) => title.trim().toLowerCase());
  titles.forEach((title, index) => {
    const column = Object.hasOwn(HEADERS, title) ? HEADERS[title] : undefined;
    if (column) columns[column] = index;
  });
  if (columns.file === undefined) {
    const file = filePlace(titles, lines);
    if (file !== null) return byPlace(file, titles);
  }
  if (columns.date === undefined && columns.file === undefined) return null;
  // Old tables, whose titles are all in small letters, have metres.
  columns.kilometres = header.filter((title) => title.trim() === 'Distance').length === 1;
  return columns;
}

/**
 * Of a table whose titles are in another language: by the files themselves; else by the two titles that every such
 * table has twice, at the same distance from the files; else where the lines begin like Strava's.
 */
function filePlace(titles: readonly string[], lines: readonly string[][]): number | null {
  const byValue = titles.findIndex((_, index) => lines.some((line) => FILE.test(line[index] ?? '')));
  if (byValue >= 0) return byValue;
  const [elapsed, distance] = [titles[5], titles[6]];
  const again = elapsed ? titles.indexOf(elapsed, 7) : -1;
  if (again > 0 && distance && titles[again + 2] === distance) return again - 3;
  const isStravas = ([id, date]: readonly string[]) =>
    ID.test((id ?? '').trim()) && momentOf(date ?? '') !== null;
  return titles.length >= LEAST_COLUMNS && lines.some(isStravas) ? FILE_PLACE : null;
}

/** In other languages the titles differ and the order does not; figures in metres and seconds stand behind the file. */
function byPlace(file: number, titles: readonly string[]): Columns {
  const heartrate = titles[7] ? titles.indexOf(titles[7], file) : -1;
  return {
    date: 1,
    name: 2,
    type: 3,
    description: 4,
    gear: file - 1,
    ...(file >= FILE_PLACE && { privateNote: file - 2 }),
    file,
    elapsed: file + 3,
    moving: file + 4,
    distance: file + 5,
    ascent: file + 8,
    // The highest heart rate is a title that comes again, the average follows it, and behind two of power the calories.
    ...(heartrate > 0 && {
      heartrateMax: heartrate,
      heartrateAvg: heartrate + 1,
      calories: heartrate + 4,
    }),
  };
}

function amount(text: string | undefined): number | null {
  const value = (text ?? '').trim();
  if (!value) return null;
  const number = Number(value.includes('.') ? value.replaceAll(',', '') : value.replace(',', '.'));
  return Number.isFinite(number) && number > 0 ? number : null;
}

function lineOf(line: readonly string[], columns: Columns): StravaLine {
  const at = (column: Column) =>
    columns[column] === undefined ? undefined : line[columns[column]]?.replaceAll('\0', '');
  const start = momentOf(at('date') ?? '');
  const moving = amount(at('moving'));
  const elapsed = amount(at('elapsed')) ?? moving;
  const distance = amount(at('distance'));
  const calories = amount(at('calories'));
  const file = (at('file') ?? '').trim().replaceAll('\\', '/');
  return {
    file: nameOf(file),
    date: storable(nameOf(at('date')) ?? '', 60),
    told: {
      name: nameOf(at('name')),
      notes: notesOf(at('description')),
      privateNote: notesOf(at('privateNote')),
      gear: nameOf(at('gear')),
      activityTypeId: activityOfName(at('type') ?? ''),
      figures: null,
    },
    figures:
      start && elapsed
        ? {
            start: start.toISOString(),
            elapsed: Math.max(elapsed, moving ?? 0),
            moving,
            distance: distance && (columns.kilometres ? distance * 1000 : distance),
            ascent: amount(at('ascent')),
            energy: calories && calories * 4184,
            heartrateAvg: amount(at('heartrateAvg')),
            heartrateMax: amount(at('heartrateMax')),
            missingFile: nameOf(file),
          }
        : null,
  };
}

/** Lines of the table in their order, and whether a part of it could not be read. */
export async function readActivities(csv: Buffer): Promise<{ lines: StravaLine[]; damaged: boolean }> {
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
    // Taken as they are read: what a stream still holds when an error ends it is lost.
    on_record: (row: string[]) => void rows.push(row),
  });
  parser.on('skip', () => (damaged = true));
  parser.resume();
  // What stands behind a quote that never closes is lost to any reader; the lines before it are not.
  await finished(parser.end(csv)).catch(() => (damaged = true));
  const [header, ...lines] = rows;
  const columns = header ? columnsOf(header, lines) : null;
  if (!columns) return { lines: [], damaged: rows.length > 0 || damaged };
  return { lines: lines.map((line) => lineOf(line, columns)), damaged };
}
