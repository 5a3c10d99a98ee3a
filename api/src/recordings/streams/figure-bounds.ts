import { WorkoutInput } from '@waymark/api-contract';
import type { z } from 'zod';
import { POSSIBLE_VALUES } from './clean-streams.ts';
import { FileProblem } from '../file-problem.ts';
import type { RecordedLap, RecordedTotals } from '../model/recording.ts';

type Bounds = readonly [low: number, high: number];
export type Figure = Exclude<keyof RecordedTotals | keyof RecordedLap, 'start' | 'trigger'>;
type Figures = Partial<Record<Figure, number | null>>;

const { duration, distance, energy, heartrate_avg, heartrate_max } = WorkoutInput.shape;

const ofContract = (schema: z.ZodNumber): Bounds => [schema.minValue ?? 0, schema.maxValue ?? Infinity];
/** From 0: devices write fractions of a second, members whole seconds. */
const TIME: Bounds = [0, ofContract(duration)[1]];
const CLIMB: Bounds = [0, 1e6];
const SPEED: Bounds = [0, 500];

/** Bounds for figures of devices and services: those for what a member may enter. */
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
  cadenceAvg: POSSIBLE_VALUES.cadence,
  cadenceMax: POSSIBLE_VALUES.cadence,
  powerAvg: POSSIBLE_VALUES.power,
  powerMax: POSSIBLE_VALUES.power,
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

/** A value by which devices mark a missing sensor: dropped without a warning. */
const isMissingMark = (figure: Figure, value: number): boolean => value === 0 && BOUNDS[figure][0] > 0;

/** The figures without impossible ones, whose names are added to `wrong`. */
export function dropImpossible<T extends Figures>(figures: T, wrong: Set<Figure>): T {
  const dropped: Partial<Record<Figure, null>> = {};
  for (const figure of FIGURES) {
    const value = figures[figure];
    if (value === null || value === undefined || isPossible(figure, value)) continue;
    dropped[figure] = null;
    if (!isMissingMark(figure, value)) wrong.add(figure);
  }
  return { ...figures, ...dropped };
}

/** @returns one sentence, or none */
export const describeImpossible = (wrong: ReadonlySet<Figure>, ofWhat = ''): string[] =>
  wrong.size === 0
    ? []
    : [`Impossible figures${ofWhat} left out: ${[...wrong].map((figure) => NAMES[figure]).join(', ')}.`];

/** The device's totals and laps without impossible figures. */
export function dropImpossibleFigures(
  totals: RecordedTotals,
  laps: readonly RecordedLap[],
  warnings: string[],
): { totals: RecordedTotals; laps: RecordedLap[] } {
  const wrong = new Set<Figure>();
  const ofLaps = new Set<Figure>();
  const possible = {
    totals: dropImpossible(totals, wrong),
    laps: laps.map((lap) => dropImpossible(lap, ofLaps)),
  };
  warnings.push(...describeImpossible(wrong), ...describeImpossible(ofLaps, ' of laps'));
  return possible;
}

/** Sums figures. An impossible one is returned as it is: the others must not make the sum look possible. */
export function sumFigures(figure: Figure, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return known.find((value) => !isPossible(figure, value)) ?? known.reduce((sum, value) => sum + value, 0);
}

const NUMBER = new Intl.NumberFormat('en-US');
const formatNumber = (value: number): string =>
  Math.abs(value) < 1e15 ? NUMBER.format(value) : String(value);

/**
 * A sentence on the total that makes a workout without points impossible; null when there is none. One possible time
 * among several is enough.
 */
export function findImpossibleTotal(where: string, figures: Figures): string | null {
  const times = [figures.timer, figures.elapsed].filter((time) => time !== null && time !== undefined);
  const time = times.find((one) => !isPossible('timer', one));
  if (time !== undefined && !times.some((one) => one > 0 && isPossible('timer', one))) {
    return `The time in ${where} is ${formatNumber(time)} seconds, which no workout can have.`;
  }
  const metres = figures.distance ?? null;
  if (metres === null || isPossible('distance', metres)) return null;
  return `The distance in ${where} is ${formatNumber(metres)} metres, which no workout can have.`;
}

/** @throws FileProblem when a file without points has an impossible time or distance */
export function checkTotals(totals: RecordedTotals): void {
  const wrong = findImpossibleTotal('this file', totals);
  if (!wrong) return;
  throw new FileProblem(
    'impossible',
    `${wrong} Correct it in the file and upload it again, or log the workout by hand.`,
  );
}
