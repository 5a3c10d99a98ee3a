import { setImmediate as turn } from 'node:timers/promises';
import { BUOYS, LAKE_LOOP, LAKESIDE, RIDGE } from './places.ts';
import { type Plan, record } from './record.ts';
import { finishWorkout } from '../../recordings/finish-workout.ts';
import type { ParsedWorkout } from '../../recordings/model/parsed-workout.ts';

const WATCH = 'GPS watch';
const COMPUTER = 'Bike computer with power meter';

const steady = (second: number) => (second < 420 ? 0.88 + second / 4000 : 1);
/** Hard for `on` seconds, easy for `off`, between a warm-up and a cool-down. */
const intervals = (warm: number, on: number, off: number, times: number) => (second: number) => {
  const within = second - warm;
  if (within < 0 || within > times * (on + off)) return 0.82;
  return within % (on + off) < on ? 1.28 : 0.66;
};
const rolling = (second: number) => 0.95 + 0.12 * Math.sin(second / 240);

const RUNNING = { format: 'fit', sport: 'running', subSport: null } as const;
const CYCLING = { format: 'fit', sport: 'cycling', subSport: 'road' } as const;

const run: Omit<Plan, 'name' | 'notes' | 'daysAgo' | 'hour' | 'minutes' | 'effort'> = {
  sport: RUNNING,
  device: WATCH,
  every: 2,
  course: LAKESIDE,
  bumps: 1.5,
  speed: 3.15,
  heart: [96, 152],
  cadence: 172,
  power: null,
  lapEvery: 1000,
};

/** Four weeks of somebody who trains for fun: every kind of page has something to show. */
export const PLANS: readonly Plan[] = [
  {
    ...run,
    name: 'Lakeside run',
    notes: 'Easy run along the water. Legs felt fresh.',
    daysAgo: 1,
    hour: 16.5,
    minutes: 46,
    effort: steady,
  },
  {
    name: 'Round the lake',
    notes: 'Two laps with a tailwind on the way home.',
    sport: CYCLING,
    device: COMPUTER,
    daysAgo: 3,
    hour: 8.25,
    minutes: 84,
    every: 3,
    course: LAKE_LOOP,
    bumps: 1.5,
    speed: 8.1,
    effort: rolling,
    heart: [92, 146],
    cadence: 86,
    power: 188,
    lapEvery: 5000,
  },
  {
    name: 'Morning yoga',
    notes: '',
    sport: { format: 'fit', sport: 'training', subSport: 'yoga' },
    device: WATCH,
    daysAgo: 5,
    hour: 6,
    minutes: 40,
    every: 5,
    course: null,
    bumps: 0,
    speed: 0,
    effort: rolling,
    heart: [68, 92],
    cadence: null,
    power: null,
    lapEvery: null,
  },
  {
    ...run,
    name: 'Six times three minutes',
    notes: 'The last one was the fastest.',
    daysAgo: 8,
    hour: 17,
    minutes: 50,
    effort: intervals(720, 180, 120, 6),
    heart: [104, 158],
  },
  {
    name: 'Ridge walk',
    notes: 'Up through the woods, clear view of the Alps from the tower.',
    sport: { format: 'fit', sport: 'hiking', subSport: null },
    device: WATCH,
    daysAgo: 12,
    hour: 8,
    minutes: 155,
    every: 5,
    course: RIDGE,
    bumps: 1.5,
    speed: 1.35,
    effort: rolling,
    heart: [82, 124],
    // Devices count one foot.
    cadence: 52,
    power: null,
    lapEvery: null,
  },
  {
    name: 'Swim between the buoys',
    notes: 'Water at 21 degrees.',
    sport: { format: 'fit', sport: 'swimming', subSport: 'open_water' },
    device: WATCH,
    daysAgo: 16,
    hour: 5.5,
    minutes: 34,
    every: 4,
    course: BUOYS,
    bumps: 0,
    speed: 0.82,
    effort: steady,
    heart: [94, 136],
    cadence: 28,
    power: null,
    lapEvery: 500,
  },
  {
    ...run,
    name: 'Long run',
    notes: 'Slow on purpose.',
    daysAgo: 20,
    hour: 7.5,
    minutes: 88,
    effort: rolling,
    speed: 2.9,
  },
  {
    name: 'Indoor intervals',
    notes: 'Rain outside.',
    sport: { format: 'fit', sport: 'cycling', subSport: 'indoor_cycling' },
    device: 'Smart trainer',
    daysAgo: 25,
    hour: 17.5,
    minutes: 52,
    every: 2,
    course: null,
    bumps: 0,
    speed: 8.4,
    effort: intervals(600, 240, 180, 5),
    heart: [98, 154],
    cadence: 89,
    power: 205,
    lapEvery: null,
  },
];

/**
 * Workouts to look around with, over the four weeks before `now`: made as recordings and finished as files
 * are, so that their figures mean what those of real ones mean. `timeZone` is for the ones without a place.
 */
export async function sampleWorkouts(now: Date, timeZone: string): Promise<ParsedWorkout[]> {
  const made: ParsedWorkout[] = [];
  for (const [index, plan] of PLANS.entries()) {
    made.push(finishWorkout(record(plan, now, index + 1), timeZone));
    // One at a time, with a turn for other calls between them.
    await turn();
  }
  return made;
}
