import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { workoutCalls } from '@waymark/api-contract';
import { decodeColumn } from '../../recordings/streams/codec.ts';
import { MISSING, type StreamKind } from '../../recordings/model/parsed-workout.ts';
import type { StoredColumn } from '../privacy/redaction/visible-recording.ts';
import { openWorkout, readVisibleColumns } from '../privacy/visible-workout.ts';
import { holdAnswer } from '../../kernel/server/answer-limits.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';

type Stored = readonly StoredColumn[];

/** Name in the answer, stored kind, and how many stored steps make one unit. */
const SERIES: readonly (readonly [name: string, kind: StreamKind, scale: number])[] = [
  ['distance', 'distance', 100],
  ['speed', 'speed', 1000],
  ['heartrate', 'heartrate', 1],
  ['cadence', 'cadence', 1],
  ['power', 'power', 1],
  ['temperature', 'temperature', 10],
  ['timer', 'timer', 1000],
];

/** Points written before others get their turn on the event loop. */
const CHUNK = 2000;

/** Time and up to three columns are decoded at once. */
const DECODED_BYTES_PER_POINT = 4 * Int32Array.BYTES_PER_ELEMENT;

const columnOf = (stored: Stored, kind: StreamKind): Int32Array | null => {
  const found = stored.find((row) => row.kind === kind);
  return found ? decodeColumn(found.data, found.n) : null;
};

/** One series as JSON rows, in pieces; points without a value are left out. */
async function* rowsOf(time: Int32Array, valueAt: (i: number) => string | null): AsyncGenerator<string> {
  let between = '';
  for (let from = 0; from < time.length; from += CHUNK) {
    let piece = '';
    for (let i = from; i < Math.min(from + CHUNK, time.length); i++) {
      const value = valueAt(i);
      if (value === null) continue;
      piece += `${between}[${time[i]! / 1000},${value}]`;
      between = ',';
    }
    if (piece) yield piece;
    await turn();
  }
}

/** The recording in the main API's shape, written as it goes: a long ride is 10 MB of JSON. */
async function* timeSeries(stored: Stored): AsyncGenerator<string> {
  const time = columnOf(stored, 'time') ?? new Int32Array();
  yield '{';
  let between = '';
  for (const [name, kind, scale] of SERIES) {
    const column = columnOf(stored, kind);
    if (!column) continue;
    yield `${between}"${name}":[`;
    yield* rowsOf(time, (i) => (column[i] === MISSING ? null : String(column[i]! / scale)));
    yield ']';
    between = ',';
  }
  const lat = columnOf(stored, 'lat');
  const lng = columnOf(stored, 'lng');
  if (lat && lng) {
    const altitude = columnOf(stored, 'altitude');
    yield `${between}"position":[`;
    yield* rowsOf(time, (i) => {
      if (lat[i] === MISSING || lng[i] === MISSING) return null;
      const high = altitude && altitude[i] !== MISSING ? `,"elevation":${altitude[i]! / 100}` : '';
      return `{"lat":${lat[i]! / 1e7},"lng":${lng[i]! / 1e7}${high}}`;
    });
    yield ']';
  }
  yield '}';
}

export const timeSeriesHandler = route<typeof workoutCalls.timeSeries>({
  call: workoutCalls.timeSeries,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const { workout } = await openWorkout(context, caller, params.id, query.key);
    const stored = workout.has_time_series ? await readVisibleColumns(context.db, workout) : [];
    const storedBytes = stored.reduce((sum, { data }) => sum + data.length, 0);
    holdAnswer(reply, storedBytes + (stored[0]?.n ?? 0) * DECODED_BYTES_PER_POINT);
    if (stored.length === 0)
      throw new ApiProblem(404, 'no_recording', 'This workout has no recording, only its figures.');
    return reply.type('application/json; charset=utf-8').send(Readable.from(timeSeries(stored)));
  },
});
