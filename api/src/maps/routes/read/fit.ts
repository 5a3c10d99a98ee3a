import { readFileSync, statSync } from 'node:fs';
import FitParser, { type ParsedFit } from 'fit-file-parser';
import { readFrames } from '../../../recordings/formats/fit/frames.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { MISSING } from '../../../recordings/model/parsed-workout.ts';
import { type CourseSource, CourseLine, type CourseMark } from './course-source.ts';

function decode(piece: Buffer): ParsedFit | null {
  let result: ParsedFit | null = null;
  try {
    new FitParser({ mode: 'list', force: true }).parse(piece as Buffer<ArrayBuffer>, (error, fit) => {
      result = error ? null : (fit ?? null);
    });
  } catch {
    return null;
  }
  return result;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';

function marksOf({ course_points: points = [] }: ParsedFit): CourseMark[] {
  return points.flatMap((point): CourseMark[] => {
    const [lat, lng, text] = [Number(point.position_lat), Number(point.position_long), plain(point.name)];
    if (!text || !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return [];
    return [{ text, lat, lng, own: !/left|right|straight|u_turn/.test(String(point.type)) }];
  });
}

/** The decoder names messages it has no list for as it found them. */
const courseMessage = (fit: ParsedFit) => (fit as { course?: { name?: unknown; sport?: unknown } }).course;
const nameOf = (fit: ParsedFit): string => plain(courseMessage(fit)?.name);
const sportOf = (fit: ParsedFit): string => plain(courseMessage(fit)?.sport ?? fit.sessions?.[0]?.sport);

/** A course file, or the track of a recording. */
export function fitCourses(path: string): CourseSource {
  if (statSync(path).size > LIMITS.fitBytes)
    throw new FileProblem('too_big', 'This FIT file is larger than 64 MB.');
  const { samples, pieces, end } = readFrames(readFileSync(path));
  const line = new CourseLine();
  const { lat, lng, altitude } = samples.columns;
  for (let i = 0; i < samples.n; i++) {
    if (!lat || !lng || lat[i] === MISSING || lng[i] === MISSING) continue;
    if (line.add(lat[i]! / 1e7, lng[i]! / 1e7) && altitude && altitude[i] !== MISSING)
      line.height = altitude[i]! / 100;
  }
  const decoded = pieces.map(decode).filter((fit) => fit !== null);
  line.name = decoded.map(nameOf).find(Boolean) ?? '';
  line.sport = { format: 'fit', sport: decoded.map(sportOf).find(Boolean) ?? '' };
  return { name: '', lines: [line], marks: decoded.flatMap(marksOf), whole: end === 'whole' };
}
