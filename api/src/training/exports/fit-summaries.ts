import {
  DETAILS_CONTENT,
  ROUND_TRIP_MESSAGE,
  ROUND_TRIP_DATA_BYTES,
  seriesContent,
} from '../../recordings/roundtrip/fit-message.ts';
import type { RecordedLap } from '../../recordings/model/recording.ts';
import type { SwimLength, SwimStroke } from '@waymark/api-contract';
import { type Extensions, chunksOf } from './extensions.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { sportCode, subSportCode } from '../../recordings/formats/fit/sport-codes.ts';
import { type Field, dataMessage, timestampField } from '../../recordings/formats/fit/fit-writer.ts';
import { fitTime } from './points.ts';
import { countsOneFoot, fitSport } from '../../recordings/formats/sport-names.ts';

const FILE_ID = 0;
const SESSION = 18;
const LAP = 19;
const EVENT = 21;
const LENGTH = 101;
const ACTIVITY = 34;
const [LOCAL_EVENT, LOCAL_LAP, LOCAL_SESSION, LOCAL_KEPT, LOCAL_OTHER, LOCAL_LENGTH] = [1, 2, 3, 4, 5, 6];
const TIMER = 0;
export const START = 0;
export const STOP_ALL = 4;
const STOP = 1;
const JOULES_PER_KILOCALORIE = 4184;
const MESSAGE_INDEX = 254;

const times = (value: number | null, by: number): number | null =>
  value === null ? null : Math.round(value * by);

/** "Development" is what the protocol calls a maker without a number of its own. */
export const fileId = ({ start, device }: ExportedWorkout): Buffer =>
  dataMessage(LOCAL_OTHER, FILE_ID, [
    [0, 'enum', 4],
    [1, 'uint16', 255],
    [2, 'uint16', 0],
    [3, 'uint32z', 1 + (Math.floor(start / 1000) % 0x7fffffff)],
    [4, 'uint32', fitTime(start)],
    ...(device ? [[8, 'string', device] as const] : []),
  ]);

export const timerEvent = (ms: number, type: typeof START | typeof STOP_ALL): Buffer =>
  dataMessage(LOCAL_EVENT, EVENT, [timestampField(fitTime(ms)), [0, 'enum', TIMER], [1, 'enum', type]]);
export const TIMER_EVENT_BYTES = timerEvent(0, START).length;

/** Fields that laps and sessions have in common, by their numbers there. */
function figures(
  { distance, ascent, descent, heartrateAvg, heartrateMax, cadenceAvg, powerAvg, speedMax }: RecordedLap,
  first: number,
  speedMaxAt: number,
  oneFoot: boolean,
): Field[] {
  return [
    [9, 'uint32', times(distance, 100)],
    [first, 'uint8', times(heartrateAvg, 1)],
    [first + 1, 'uint8', times(heartrateMax, 1)],
    [first + 2, 'uint8', times(cadenceAvg, oneFoot ? 0.5 : 1)],
    [first + 4, 'uint16', times(powerAvg, 1)],
    [first + 6, 'uint16', times(ascent, 1)],
    [first + 7, 'uint16', times(descent, 1)],
    [speedMaxAt, 'uint32', times(speedMax, 1000)],
  ];
}

/** Numbers of FIT's `swim_stroke`. */
const STROKE_CODES: Record<SwimStroke, number> = {
  freestyle: 0,
  backstroke: 1,
  breaststroke: 2,
  butterfly: 3,
  drill: 4,
  mixed: 5,
  medley: 6,
};
const IDLE = 0;
const ACTIVE = 1;
/** A shorter gap between two lengths is their rounding, not a rest. */
const SHORTEST_REST_MS = 1000;

/** The lengths of a pool swim with the rests between them. */
export function* lengthMessages({ lengths, start }: ExportedWorkout): Generator<Buffer> {
  let end = Number.NaN;
  let index = 0;
  for (const length of lengths) {
    const from = start + Math.round(length.start * 1000);
    if (from - end >= SHORTEST_REST_MS) yield lengthMessage(index++, end, from - end, IDLE);
    const durationMs = Math.round(length.duration * 1000);
    end = from + durationMs;
    yield lengthMessage(index++, from, durationMs, ACTIVE, length);
  }
}

function lengthMessage(
  index: number,
  from: number,
  durationMs: number,
  type: 0 | 1,
  { strokes, stroke }: Pick<SwimLength, 'strokes' | 'stroke'> = { strokes: null, stroke: null },
): Buffer {
  return dataMessage(LOCAL_LENGTH, LENGTH, [
    timestampField(fitTime(from + durationMs)),
    [MESSAGE_INDEX, 'uint16', index],
    [0, 'enum', 28],
    [1, 'enum', STOP],
    [2, 'uint32', fitTime(from)],
    [3, 'uint32', durationMs],
    [4, 'uint32', durationMs],
    [5, 'uint16', strokes],
    [7, 'enum', stroke && STROKE_CODES[stroke]],
    [12, 'enum', type],
  ]);
}

/** Where the lap ends, in ms. */
const lapEnd = (lap: RecordedLap): number => lap.start + (lap.elapsed ?? lap.active ?? 0) * 1000;

export function lapMessage(lap: RecordedLap, index: number, { activityTypeId }: ExportedWorkout): Buffer {
  const { sport, subSport } = fitSport(activityTypeId);
  const common = figures(lap, 15, 111, countsOneFoot('fit', activityTypeId));
  return dataMessage(LOCAL_LAP, LAP, [
    timestampField(fitTime(lapEnd(lap))),
    [MESSAGE_INDEX, 'uint16', index],
    [0, 'enum', 9],
    [1, 'enum', STOP],
    [2, 'uint32', fitTime(lap.start)],
    [7, 'uint32', times(lap.elapsed, 1000)],
    [8, 'uint32', times(lap.active, 1000)],
    [24, 'enum', 0],
    [25, 'enum', sportCode(sport)],
    [39, 'enum', subSportCode(subSport)],
    [110, 'uint32', times(lap.speedAvg, 1000)],
    ...common,
  ]);
}

export function sessionMessage(
  workout: ExportedWorkout,
  index: number,
  firstLap: number,
  laps: number,
): Buffer {
  const { start, name, activityTypeId, totals } = workout;
  const { sport, subSport } = fitSport(activityTypeId);
  const oneFoot = countsOneFoot('fit', activityTypeId);
  const { distance, active } = totals;
  const whole: RecordedLap = { ...totals, start, speedAvg: null, trigger: null };
  return dataMessage(LOCAL_SESSION, SESSION, [
    timestampField(fitTime(start + totals.elapsed * 1000)),
    [MESSAGE_INDEX, 'uint16', index],
    [0, 'enum', 9],
    [1, 'enum', STOP],
    [2, 'uint32', fitTime(start)],
    [5, 'enum', sportCode(sport)],
    [6, 'enum', subSportCode(subSport)],
    [7, 'uint32', times(totals.elapsed, 1000)],
    [8, 'uint32', times(totals.timer, 1000)],
    [59, 'uint32', times(active, 1000)],
    [10, 'uint32', oneFoot ? times(totals.steps, 0.5) : null],
    [11, 'uint16', times(totals.energy, 1 / JOULES_PER_KILOCALORIE)],
    [19, 'uint8', times(totals.cadenceMax, oneFoot ? 0.5 : 1)],
    [21, 'uint16', times(totals.powerMax, 1)],
    [25, 'uint16', firstLap],
    [26, 'uint16', laps],
    [33, 'uint16', workout.lengths.length || null],
    [44, 'uint16', times(workout.poolLength, 100)],
    [124, 'uint32', distance !== null && active > 0 ? times(distance / active, 1000) : null],
    [110, 'string', name],
    ...figures(whole, 16, 125, oneFoot),
  ]);
}

export function activityMessage({ start, totals }: ExportedWorkout, sessions: number): Buffer {
  const end = start + totals.elapsed * 1000;
  return dataMessage(LOCAL_OTHER, ACTIVITY, [
    timestampField(fitTime(end)),
    [0, 'uint32', times(totals.timer, 1000)],
    [1, 'uint16', sessions],
    [2, 'enum', sessions > 1 ? 1 : 0],
    [3, 'enum', 26],
    [4, 'enum', STOP],
  ]);
}

/** What FIT has no field for, in a message of our own that other readers skip. */
export function* extensionMessages({ details, series }: Extensions, leg: number): Generator<Buffer> {
  yield* ownMessages(leg, DETAILS_CONTENT, Buffer.from(details, 'latin1'));
  for (const { kind, data } of series) yield* ownMessages(leg, seriesContent(kind), data);
}

function* ownMessages(leg: number, about: number, data: Uint8Array): Generator<Buffer> {
  for (const piece of chunksOf(data, ROUND_TRIP_DATA_BYTES)) {
    const padded = Buffer.alloc(ROUND_TRIP_DATA_BYTES);
    padded.set(piece);
    yield dataMessage(LOCAL_KEPT, ROUND_TRIP_MESSAGE, [
      [0, 'uint16', leg],
      [1, 'uint8', about],
      [2, 'uint8', piece.length],
      [3, 'byte', padded],
    ]);
  }
}
