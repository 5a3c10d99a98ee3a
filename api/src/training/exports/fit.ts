import { setImmediate as turn } from 'node:timers/promises';
import { WHOLE_WORKOUT } from '../../recordings/roundtrip/fit-message.ts';
import { extensionsOfParent, extensionsOf } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { FitRecords } from './fit-records.ts';
import {
  activityMessage,
  extensionMessages,
  fileId,
  lapMessage,
  lengthMessages,
  sessionMessage,
  START,
  STOP_ALL,
  TIMER_EVENT_BYTES,
  timerEvent,
} from './fit-summaries.ts';
import { fitCrc, fitHeader } from '../../recordings/formats/fit/fit-writer.ts';
import { type LapSpan, lapSpans } from './laps.ts';
import { pauseBefore, pointsIn } from './points.ts';
import { countsOneFoot } from '../../recordings/formats/sport-names.ts';

const CHUNK = 2000;
/** Messages that are counted before others get their turn on the event loop. */
const MESSAGES_PER_TURN = 500;
const SAMPLES_PER_TURN = 100_000;
/** Timer events are in whole seconds: a shorter pause cannot be told. */
const SHORTEST_PAUSE = 1000;

/**
 * A stretch of the file: bytes, or messages of a known length that are made when their turn comes. A recording may have
 * hundreds of thousands of pauses, and its file waits in memory until the reader has taken it.
 */
type Stretch = Buffer | { length: number; messages: () => Iterable<Buffer> };

/** How long the file is, and its bytes, piece by piece. Each leg is a session. */
export async function fitFile(
  workout: ExportedWorkout,
): Promise<{ bytes: number; pieces: AsyncGenerator<Buffer> }> {
  const legs = workout.legs.length > 0 ? workout.legs : [workout];
  const stretches: Stretch[] = [fileId(workout)];
  let laps = 0;
  for (const [index, leg] of legs.entries()) {
    stretches.push(...(await session(leg, index, laps)));
    laps += lapSpans(leg).length;
  }
  stretches.push(activityMessage(workout, legs.length));
  if (workout.legs.length > 0) {
    const extensions = extensionsOfParent(workout);
    stretches.push(await measure(() => extensionMessages(extensions, WHOLE_WORKOUT)));
  }
  const length = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
  return { bytes: length + 16, pieces: written(stretches, length) };
}

/** Counts the bytes of messages, which are made once more when they are written. */
async function measure(messages: () => Iterable<Buffer>): Promise<Stretch> {
  let length = 0;
  let count = 0;
  for (const message of messages()) {
    length += message.length;
    if (++count % MESSAGES_PER_TURN === 0) await turn();
  }
  return { length, messages };
}

async function session(leg: ExportedWorkout, index: number, lapsBefore: number): Promise<Stretch[]> {
  const { streams, start, totals } = leg;
  const points = await pointsIn('fit', leg);
  const extensions = await extensionsOf(leg, points);
  const records = new FitRecords(points, streams, countsOneFoot('fit', leg.activityTypeId));
  const end = Math.max(start + (streams.columns.time?.at(-1) ?? 0), start + totals.elapsed * 1000);
  const laps = lapSpans(leg);
  return [
    timerEvent(start, START),
    ...(streams.n > 0 ? [records.definition, await timedRecords(leg, records)] : []),
    timerEvent(end, STOP_ALL),
    await measure(() => lapMessages(laps, lapsBefore, leg)),
    await measure(() => lengthMessages(leg)),
    sessionMessage(leg, index, lapsBefore, laps.length),
    await measure(() => extensionMessages(extensions, index)),
  ];
}

function* lapMessages(laps: readonly LapSpan[], lapsBefore: number, leg: ExportedWorkout): Generator<Buffer> {
  for (const [i, { lap }] of laps.entries()) yield lapMessage(lap, lapsBefore + i, leg);
}

/** Records with the events of the timer between them. */
async function timedRecords({ streams, start }: ExportedWorkout, records: FitRecords): Promise<Stretch> {
  const { time } = streams.columns;
  let pauses = 0;
  for (let i = 1; i < streams.n; i++) {
    if (pauseBefore(streams, i) >= SHORTEST_PAUSE) pauses++;
    if (i % SAMPLES_PER_TURN === 0) await turn();
  }
  return {
    length: records.bytesOf(0, streams.n) + pauses * (TIMER_EVENT_BYTES * 2),
    *messages() {
      let from = 0;
      for (let i = 1; i < streams.n; i++) {
        const paused = pauseBefore(streams, i);
        if (paused < SHORTEST_PAUSE) continue;
        yield* recordPieces(records, from, i);
        from = i;
        const resumed = start + time![i]!;
        yield timerEvent(resumed - paused, STOP_ALL);
        yield timerEvent(resumed, START);
      }
      yield* recordPieces(records, from, streams.n);
    },
  };
}

async function* written(stretches: readonly Stretch[], length: number): AsyncGenerator<Buffer> {
  const header = fitHeader(length);
  let sum = fitCrc(header);
  yield header;
  for (const piece of gathered(stretches)) {
    await turn();
    sum = fitCrc(piece, sum);
    yield piece;
  }
  const end = Buffer.alloc(2);
  end.writeUInt16LE(sum);
  yield end;
}

/** Small messages together, long runs of records apart. */
function* gathered(stretches: readonly Stretch[]): Generator<Buffer> {
  let small: Buffer[] = [];
  let bytes = 0;
  for (const stretch of stretches) {
    for (const piece of Buffer.isBuffer(stretch) ? [stretch] : stretch.messages()) {
      small.push(piece);
      bytes += piece.length;
      if (bytes < 32_768) continue;
      yield Buffer.concat(small);
      [small, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(small);
}

function* recordPieces(records: FitRecords, from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; at += CHUNK) yield records.write(at, Math.min(to, at + CHUNK));
}
