import assert from 'node:assert/strict';
import { parseContent } from '../../recordings/testing/parse-content.ts';
import {
  MISSING,
  type FileFormat,
  type ParsedWorkout,
  type StreamKind,
} from '../../recordings/model/parsed-workout.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import { figuresOf } from '../workout-store/recorded-figures.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { fitFile } from './fit.ts';
import { gpxFile } from './gpx.ts';
import { tcxFile } from './tcx.ts';
import { asVisible } from '../privacy/testing.ts';
import { toExportedWorkout } from './legs.ts';

/** A workout as it would be stored. */
export function storedForm(workout: ParsedWorkout): ExportedWorkout {
  return toExportedWorkout(
    asVisible({
      name: workout.name ?? '',
      ...writtenFieldsOf(workout),
      activity_type_id: workout.activityTypeId,
      start_at: workout.start,
      time_zone: workout.timeZone,
      device: workout.device,
      energy_estimated: false,
      laps: workout.laps,
      lengths: workout.lengths ?? [],
      pool_length: workout.poolLength ?? null,
      ...figuresOf(workout.summary),
    }),
    workout.streams,
    workout.legs.map(storedForm),
  );
}

/** The whole file. */
export async function fileOf(format: FileFormat, workout: ExportedWorkout): Promise<Buffer> {
  const pieces =
    format === 'fit' ? (await fitFile(workout)).pieces : (format === 'gpx' ? gpxFile : tcxFile)(workout);
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece as string));
  return Buffer.concat(parts);
}

/** Exports a workout and reads the file again. */
export async function roundTrip(format: FileFormat, workout: ParsedWorkout): Promise<ParsedWorkout> {
  const read = await parseContent(await fileOf(format, storedForm(workout)));
  assert.equal(read.length, 1);
  return read[0]!;
}

/** Equal in everything that makes a workout; figures within a thousandth, as they are stored. */
export function same(actual: ParsedWorkout, expected: ParsedWorkout): void {
  assert.equal(actual.name, expected.name ?? '');
  assert.equal(actual.notes ?? '', expected.notes ?? '');
  assert.equal(actual.activityTypeId, expected.activityTypeId);
  assert.equal(actual.start.getTime(), expected.start.getTime());
  assert.equal(actual.timeZone, expected.timeZone);
  assert.equal(actual.device, expected.device);
  assert.equal(actual.streams.n, expected.streams.n);
  assert.deepEqual(Object.keys(actual.streams.columns).sort(), Object.keys(expected.streams.columns).sort());
  for (const kind of Object.keys(expected.streams.columns) as StreamKind[]) {
    sameColumn(kind, actual.streams.columns[kind]!, expected.streams.columns[kind]!);
  }
  assert.deepEqual(rounded(actual.summary), rounded(expected.summary));
  assert.deepEqual(rounded(actual.laps), rounded(expected.laps));
  assert.deepEqual(rounded(actual.lengths ?? []), rounded(expected.lengths ?? []));
  assert.equal(actual.poolLength ?? null, expected.lengths?.length ? (expected.poolLength ?? null) : null);
  assert.deepEqual(actual.preview, expected.preview);
  assert.equal(actual.legs.length, expected.legs.length);
  for (const [i, leg] of expected.legs.entries()) same(actual.legs[i]!, leg);
}

function sameColumn(kind: string, actual: Int32Array, expected: Int32Array): void {
  const at = expected.findIndex((value, i) => actual[i] !== value);
  assert.equal(
    at,
    -1,
    `${kind} ${at}: ${actual[at] === MISSING ? 'missing' : actual[at]} is not ${expected[at]}`,
  );
}

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toFixed(3)) : one)));
