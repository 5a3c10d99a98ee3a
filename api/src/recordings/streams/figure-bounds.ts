import { WorkoutInput } from '@waymark/api-contract';
import type { z } from 'zod';
import { POSSIBLE } from './clean-streams.ts';
import { FileProblem } from '../file-problem.ts';
import type { RecordedLap, RecordedTotals } from '../model/recording.ts';

type Bounds = readonly [low: number, high: number];
export type Figure = Exclude<keyof RecordedTotals | keyof RecordedLap, 'start' | 'trigger'>;
type Figures = Partial<Record<Figure, number | null>>;

const { duration, distance, energy, heartrate_avg, heartrate_max } = WorkoutInput.shape;

const ofContract = (schema: z.ZodNumber): Bounds => [schema.minValue ?? 0, schema.maxValue ?? Infinity];
/** Devices tell of fractions of a second, which no member writes by hand. */
const TIME: Bounds = [0, ofContract(duration)[1]];
const CLIMB: Bounds = [0, 1e6];
const SPEED: Bounds = [0, 500];

/** Lowest and highest of what a device or a service says of a workout: what a member may write by hand, and no more. */
export const BOUNDS: Readonly<Record<Figure, Bounds>> = {
  timer: TIME,
  elapsed: TIME,
  active: TIME,
  distance: ofContract(distance.unwrap().unwrap()),
  ascent: CLIMB,
  descent: CLIMB,
  energy: ofContract(energy.unwrap().unwrap()),
  steps: [0, 1e7],
  heartrateAvg: ofContract(heartrate_avg.unwrap().unwrap()),
  heartrateMax: ofContract(heartrate_max.unwrap().unwrap()),
  cadenceAvg: POSSIBLE.cadence,
  cadenceMax: POSSIBLE.cadence,
  powerAvg: POSSIBLE.power,
  powerMax: POSSIBLE.power,
  speedAvg: SPEED,
  speedMax: SPEED,
};

const NAMES: Readonly<Record<Figure, string>> = {
  timer: 'recording time',
  elapsed: 'elapsed time',
  active: 'moving time',
  distance: 'distance',
  ascent: 'ascent',
  descent: 'descent',
  energy: 'energy',
  steps: 'steps',
  heartrateAvg: 'average heart rate',
  heartrateMax: 'highest heart rate',
  cadenceAvg: 'average cadence',
  cadenceMax: 'highest cadence',
  powerAvg: 'average power',
  powerMax: 'highest power',
  speedAvg: 'average speed',
  speedMax: 'highest speed',
};
const FIGURES = Object.keys(NAMES) as Figure[];

const isPossible = (figure: Figure, value: number): boolean =>
  value >= BOUNDS[figure][0] && value <= BOUNDS[figure][1];

/** How a device without a sensor says so; nobody has to be told. */
const isNone = (figure: Figure, value: number): boolean => value === 0 && BOUNDS[figure][0] > 0;

/** What was said without its impossible figures, which go into `wrong`. */
export function possible<T extends Figures>(said: T, wrong: Set<Figure>): T {
  const dropped: Partial<Record<Figure, null>> = {};
  for (const figure of FIGURES) {
    const value = said[figure];
    if (value === null || value === undefined || isPossible(figure, value)) continue;
    dropped[figure] = null;
    if (!isNone(figure, value)) wrong.add(figure);
  }
  return { ...said, ...dropped };
}

/** @returns one sentence, or none */
export const leftOut = (wrong: ReadonlySet<Figure>, ofWhat = ''): string[] =>
  wrong.size === 0
    ? []
    : [`Impossible figures${ofWhat} left out: ${[...wrong].map((figure) => NAMES[figure]).join(', ')}.`];

/** What the device said of the whole and of its laps, as far as it is possible. */
export function possibleFigures(
  said: RecordedTotals,
  laps: readonly RecordedLap[],
  warnings: string[],
): { said: RecordedTotals; laps: RecordedLap[] } {
  const wrong = new Set<Figure>();
  const ofLaps = new Set<Figure>();
  const kept = { said: possible(said, wrong), laps: laps.map((lap) => possible(lap, ofLaps)) };
  warnings.push(...leftOut(wrong), ...leftOut(ofLaps, ' of laps'));
  return kept;
}

/** Of parts, one of which is impossible, the whole is not made possible by the others. */
export function sumOf(figure: Figure, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return known.find((value) => !isPossible(figure, value)) ?? known.reduce((sum, value) => sum + value, 0);
}

const NUMBER = new Intl.NumberFormat('en-US');
const told = (value: number): string => (Math.abs(value) < 1e15 ? NUMBER.format(value) : String(value));

/**
 * The figure that makes a workout of figures alone impossible, as `time in <where> is … seconds`; null when there is
 * none. Of several times one that is possible is enough.
 */
export function impossibleIn(where: string, said: Figures): string | null {
  const times = [said.timer, said.elapsed].filter((time) => time !== null && time !== undefined);
  const time = times.find((one) => !isPossible('timer', one));
  if (time !== undefined && !times.some((one) => one > 0 && isPossible('timer', one))) {
    return `The time in ${where} is ${told(time)} seconds, which no workout can have.`;
  }
  const metres = said.distance ?? null;
  if (metres === null || isPossible('distance', metres)) return null;
  return `The distance in ${where} is ${told(metres)} metres, which no workout can have.`;
}

/** @throws FileProblem when a file without points says a time or a distance that cannot be */
export function checkWhole(said: RecordedTotals): void {
  const wrong = impossibleIn('this file', said);
  if (!wrong) return;
  throw new FileProblem(
    'impossible',
    `${wrong} Correct it in the file and upload it again, or log the workout by hand.`,
  );
}
