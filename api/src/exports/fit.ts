import { setImmediate as turn } from 'node:timers/promises';
import { WHOLE_WORKOUT } from '../recordings/roundtrip/fit-message.ts';
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
  timerEvent,
} from './fit-summaries.ts';
import { fitCrc, fitHeader } from '../recordings/formats/fit/fit-writer.ts';
import { lapSpans } from './laps.ts';
import { pauseBefore } from './pauses.ts';
import { pointsIn } from './points.ts';
import { countsOneFoot } from '../recordings/formats/sport-names.ts';

const CHUNK = 2000;
/** Timer events are in whole seconds: a shorter pause cannot be told. */
const SHORTEST_PAUSE = 1000;

/** A stretch of the file: bytes, or records that are written when their turn comes. */
type Stretch = Buffer | { records: FitRecords; from: number; to: number };

const lengthOf = (stretch: Stretch): number =>
  Buffer.isBuffer(stretch) ? stretch.length : stretch.records.bytesOf(stretch.from, stretch.to);

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
  if (workout.legs.length > 0)
    stretches.push(...extensionMessages(extensionsOfParent(workout), WHOLE_WORKOUT));
  const length = stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
  return { bytes: length + 16, pieces: written(stretches, length) };
}

async function session(leg: ExportedWorkout, index: number, lapsBefore: number): Promise<Stretch[]> {
  const { streams, start, totals } = leg;
  const points = await pointsIn('fit', leg);
  const beside = await extensionsOf(leg, points);
  const records = new FitRecords(points, streams, countsOneFoot('fit', leg.activityTypeId));
  const time = streams.columns.time;
  const stretches: Stretch[] = [timerEvent(start, START)];
  if (streams.n > 0) stretches.push(records.definition);
  let from = 0;
  for (let i = 1; i < streams.n; i++) {
    const paused = pauseBefore(streams, i);
    if (paused < SHORTEST_PAUSE) continue;
    stretches.push({ records, from, to: i });
    from = i;
    const resumed = start + time![i]!;
    stretches.push(timerEvent(resumed - paused, STOP_ALL), timerEvent(resumed, START));
  }
  if (streams.n > 0) stretches.push({ records, from, to: streams.n });
  const end = Math.max(start + (time?.at(-1) ?? 0), start + totals.elapsed * 1000);
  stretches.push(timerEvent(end, STOP_ALL));
  const laps = lapSpans(leg);
  for (const [i, { lap }] of laps.entries()) stretches.push(lapMessage(lap, lapsBefore + i, leg));
  stretches.push(...lengthMessages(leg));
  stretches.push(sessionMessage(leg, index, lapsBefore, laps.length), ...extensionMessages(beside, index));
  return stretches;
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
    for (const piece of Buffer.isBuffer(stretch) ? [stretch] : recordPieces(stretch)) {
      small.push(piece);
      bytes += piece.length;
      if (bytes < 32_768) continue;
      yield Buffer.concat(small);
      [small, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(small);
}

function* recordPieces({ records, from, to }: Exclude<Stretch, Buffer>): Generator<Buffer> {
  for (let at = from; at < to; at += CHUNK) yield records.write(at, Math.min(to, at + CHUNK));
}
