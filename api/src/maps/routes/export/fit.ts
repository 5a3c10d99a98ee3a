import { fitSport } from '../../../recordings/formats/sport-names.ts';
import { sportCode } from '../../../recordings/formats/fit/sport-codes.ts';
import {
  columnField,
  definitionMessage,
  type Field,
  fitCrc,
  fitHeader,
  dataMessage,
  writeValue,
  timestampField,
} from '../../../recordings/formats/fit/fit-writer.ts';
import { FIT_EPOCH, TIMESTAMP } from '../../../recordings/formats/fit/record-fields.ts';
import type { ExportedCourse } from './exported-course.ts';
import { heightAt } from './gpx.ts';
import { type Turn, turnOf } from '@waymark/routes';

/** Numbers of messages and local names; numbers of fields are those of the FIT profile. */
const FILE_ID = 0;
const LAP = 19;
const RECORD = 20;
const EVENT = 21;
const COURSE = 31;
const COURSE_POINT = 32;
const COURSE_FILE = 6;
/** Waymark has no number of its own: this one is for makers without. */
const MAKER = 255;
const START = 0;
const STOP_ALL = 9;

const TURNS: Readonly<Record<Turn, number>> = {
  generic: 0,
  left: 6,
  right: 7,
  straight: 8,
  slight_left: 19,
  sharp_left: 20,
  slight_right: 21,
  sharp_right: 22,
  u_turn: 23,
};

const semicircles = (degrees: number): number => Math.min(2 ** 31 - 2, Math.round((degrees * 2 ** 31) / 180));
const seconds = (ms: number): number => Math.round(ms / 1000) - FIT_EPOCH;
const altitude = (metres: number | null): number | null => (metres === null ? null : (metres + 500) * 5);

function event(at: number, type: number): Buffer {
  return dataMessage(3, EVENT, [timestampField(at), [0, 'enum', 0], [1, 'enum', type], [4, 'uint8', 0]]);
}

function lap(course: ExportedCourse, from: number, to: number): Buffer {
  const { line, along } = course;
  const end = line.length;
  const fields: Field[] = [
    timestampField(to),
    [2, 'uint32', from],
    [3, 'sint32', semicircles(line[1]!)],
    [4, 'sint32', semicircles(line[0]!)],
    [5, 'sint32', semicircles(line[end - 1]!)],
    [6, 'sint32', semicircles(line[end - 2]!)],
    [7, 'uint32', (to - from) * 1000],
    [8, 'uint32', (to - from) * 1000],
    [9, 'uint32', along.at(-1)! * 100],
  ];
  return dataMessage(2, LAP, fields);
}

function records(course: ExportedCourse): Buffer[] {
  const { n, line, along, timeAt } = course;
  const fields = [
    columnField(TIMESTAMP, 'uint32'),
    columnField(0, 'sint32'),
    columnField(1, 'sint32'),
    columnField(5, 'uint32'),
    columnField(2, 'uint16'),
  ];
  const bytes = Buffer.alloc(n * fields.reduce((sum, [, size]) => sum + size, 1));
  let at = 0;
  for (let i = 0; i < n; i++) {
    bytes[at++] = 5;
    at = writeValue(bytes, at, 'uint32', seconds(timeAt(along[i]!)));
    at = writeValue(bytes, at, 'sint32', semicircles(line[i * 2 + 1]!));
    at = writeValue(bytes, at, 'sint32', semicircles(line[i * 2]!));
    at = writeValue(bytes, at, 'uint32', along[i]! * 100);
    at = writeValue(bytes, at, 'uint16', altitude(heightAt(course, i)));
  }
  return [definitionMessage(5, RECORD, fields), bytes];
}

/** A course file: what a watch follows, with the turns and notes it tells on the way. */
export function fitCourse(course: ExportedCourse): Buffer {
  const { along, created, timeAt, points } = course;
  const [from, to] = [seconds(created), seconds(timeAt(along.at(-1)!))];
  const { sport } = fitSport(course.activityTypeId);
  const parts = [
    dataMessage(0, FILE_ID, [
      [0, 'enum', COURSE_FILE],
      [1, 'uint16', MAKER],
      [2, 'uint16', 1],
      [4, 'uint32', from],
    ]),
    dataMessage(1, COURSE, [
      [4, 'enum', sportCode(sport)],
      [5, 'string', course.name],
    ]),
    lap(course, from, to),
    event(from, START),
    ...points.map((point, index) =>
      dataMessage(4, COURSE_POINT, [
        [254, 'uint16', index],
        [1, 'uint32', seconds(timeAt(point.along))],
        [2, 'sint32', semicircles(point.lat)],
        [3, 'sint32', semicircles(point.lng)],
        [4, 'uint32', point.along * 100],
        [5, 'enum', TURNS[turnOf(point)]],
        [6, 'string', point.text],
      ]),
    ),
    ...records(course),
    event(to, STOP_ALL),
  ];
  const body = Buffer.concat(parts);
  const whole = Buffer.concat([fitHeader(body.length), body, Buffer.alloc(2)]);
  whole.writeUInt16LE(fitCrc(whole.subarray(0, -2)), whole.length - 2);
  return whole;
}
