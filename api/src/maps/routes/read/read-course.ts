import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTE_NOTES_MAX } from '@waymark/api-contract/limits';
import { encodeNotes, lineIndex, makeSegment, planLine, type RouteNote } from '@waymark/routes';
import { detectFormat, readHead } from '../../../recordings/formats/detect-format.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { gunzipFile } from '../../../recordings/zip/gunzip.ts';
import { NAME_LENGTH, toStorableName } from '../../../recordings/storable-text.ts';
import { detectEncoding } from '../../../recordings/xml/text-decoder.ts';
import { pointsOfLine } from '../points/track.ts';
import { fitCourses } from './fit.ts';
import type { CourseSource, CourseLine, CourseMark } from './course-source.ts';
import { gpxCourses } from './gpx.ts';
import { kmlCourses } from './kml.ts';
import { courseProblem } from './course-problem.ts';
import { tcxCourses } from './tcx.ts';

const MAX_NOTES = 2000;
const NOTE_LENGTH = 2000;
const EARTH_AROUND = 20_100_000;

/** The course of a file: its name, the JSON of its points, and what became of the rest. */
export interface CourseFile {
  name: string;
  json: Uint8Array;
  /** What the file says of its sport; null where it says nothing that is known. */
  activityTypeId: number | null;
  warnings: string[];
}

/** Reads a GPX, TCX, FIT or KML file, gzipped or not, whatever its name. @throws ApiProblem with a sentence */
export async function readCourseFile(path: string): Promise<CourseFile> {
  try {
    return courseOf(await foundIn(path));
  } catch (error) {
    throw error instanceof FileProblem ? courseProblem(error) : error;
  }
}

async function foundIn(path: string, unfolded = false): Promise<CourseSource> {
  const head = await readHead(path);
  if (isKml(head)) return kmlCourses(path);
  const format = detectFormat(head);
  if (format === 'zip') throw new FileProblem('is_zip', 'This is a zip archive.');
  if (format === 'gpx') return gpxCourses(path);
  if (format === 'tcx') return tcxCourses(path);
  if (format === 'fit') return fitCourses(path);
  if (unfolded) throw new FileProblem('zip_bomb', 'This file is packed more than once.');
  const folder = await mkdtemp(join(tmpdir(), 'waymark-gz-'));
  try {
    const to = join(folder, 'file');
    await gunzipFile(path, to);
    return await foundIn(to, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isKml(head: Buffer): boolean {
  if (!/<|\0</.test(head.toString('latin1', 0, 200))) return false;
  try {
    const { decode, skip } = detectEncoding(head);
    return /^<(?:\w+:)?kml[\s>]/.test(fromFirstElement(decode(head.subarray(skip), false)));
  } catch {
    return false;
  }
}

/** Text without what may stand before its first element, in steps: one expression for all of it would backtrack. */
function fromFirstElement(text: string): string {
  const space = /[\s\uFEFF]*/y;
  let at = 0;
  for (;;) {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) return text.slice(at);
    const closed = text.indexOf(end, at + (end === '?>' ? 2 : 4));
    if (closed < 0) return '';
    at = closed + end.length;
  }
}

/** The longest line of a file; notes at their places along it. */
function courseOf({ name, lines, marks, whole }: CourseSource): CourseFile {
  const usable = lines.filter(({ line }) => line.length >= 4);
  const longest = usable.toSorted((a, b) => b.heights.length - a.heights.length)[0];
  if (!longest)
    throw whole
      ? new FileProblem('no_points', 'This file holds no course.')
      : new FileProblem('damaged', 'This file is damaged.');
  const warnings: string[] = [];
  if (usable.length > 1)
    warnings.push(`This file holds ${usable.length} courses. The one with the most points was taken.`);
  if (!whole) warnings.push('The file is damaged or cut off. What stood before that was taken.');
  const { points, thin, noted } = drawn(longest, marks);
  if (noted < marks.length)
    warnings.push(`This file holds ${marks.length} notes. The first ${noted} were taken.`);
  if (thin) warnings.push('A route has at most 100,000 points, so the course was simplified.');
  return {
    name: wordsOf(longest.name || name, NAME_LENGTH),
    json: Buffer.from(JSON.stringify(points)),
    activityTypeId: longest.activityTypeId,
    warnings,
  };
}

function drawn(found: CourseLine, marks: readonly CourseMark[]) {
  const line = Float64Array.from(found.line);
  const heights = found.heights.some((height) => !Number.isNaN(height))
    ? Float64Array.from(found.heights)
    : null;
  const start = { lat: line[1]!, lng: line[0]! };
  const index = lineIndex(planLine({ start, segments: [makeSegment(line, 0)] }));
  const all: RouteNote[] = marks.slice(0, MAX_NOTES).map(({ text, lat, lng, own }) => ({
    instructions: wordsOf(text, NOTE_LENGTH),
    lat,
    lng,
    distance: Math.round((index.nearest({ lat, lng }, EARTH_AROUND)?.along ?? 0) * 10) / 10,
    isCustomNote: own,
  }));
  const notes = fitting(all);
  const { points, thin } = pointsOfLine(line, heights, {
    notes: notes.toSorted((a, b) => a.distance - b.distance),
  });
  return { points, thin, noted: notes.length };
}

/** As one line, as long as the contract takes it. */
const wordsOf = (text: string, length: number): string =>
  toStorableName(text.replaceAll(/[\s\p{Cc}]+/gu, ' '), length);

/** The first of them, as far as they fit into the text that a segment keeps its notes in. */
function fitting(notes: readonly RouteNote[]): readonly RouteNote[] {
  let length = 0;
  const beyond = notes.findIndex((note) => (length += encodeNotes([note]).length + 1) > ROUTE_NOTES_MAX);
  return beyond < 0 ? notes : notes.slice(0, beyond);
}
