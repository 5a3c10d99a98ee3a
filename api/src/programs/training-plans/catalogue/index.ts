import {
  climbs,
  easyRide,
  gym,
  longRide,
  raceRide,
  rideIntervals,
  type Session,
  sweetSpot,
  type Template,
  week,
} from './build.ts';
import { runningPlans } from './running.ts';

const RIDING = ['progression', 'singleSession', 'intensity', 'taper'] as const;
const LIGHTER = 'A lighter week, so that the weeks before can sink in.';
const LAST = 'Little and short: the work is done.';

const FIRST_100_LONG = [75, 85, 95, 75, 105, 115, 125];
const first100: Template = {
  name: 'first-100-km-ride',
  title: 'First 100 km ride',
  description:
    'Eight weeks for those who ride an hour without trouble. Three rides a week; the long one grows to two hours and more.',
  goal: 'century',
  level: 'beginner',
  sources: RIDING,
  weeks: [
    ...FIRST_100_LONG.map((long, i) =>
      week(
        {
          1: easyRide(i % 4 === 3 ? 40 : 45 + i * 2),
          3: i % 4 === 3 ? undefined : i < 3 ? easyRide(45) : sweetSpot(2, 6 + i - 3),
          6: longRide(long),
        },
        i % 4 === 3 ? LIGHTER : '',
      ),
    ),
    week({ 1: easyRide(40), 3: easyRide(30), 6: raceRide('100 km', 100_000) }, LAST),
  ],
};

const CENTURY_LONG = [120, 130, 142, 110, 155, 170, 185, 140, 200, 220, 150];
const century: Template = {
  name: 'century-ride',
  title: 'Century ride',
  description:
    'A hundred miles, or 161 km, in twelve weeks of four rides. For those who ride three hours a week now.',
  goal: 'century',
  level: 'intermediate',
  sources: RIDING,
  weeks: [
    ...CENTURY_LONG.map((long, i) =>
      week(
        {
          1: i % 4 === 3 ? easyRide(45) : sweetSpot(2 + (i > 4 ? 1 : 0), 8 + Math.floor(i / 2)),
          2: easyRide(45),
          4: i % 4 === 3 || i === 10 ? undefined : i < 4 ? easyRide(60) : climbs(3, 5 + Math.floor(i / 4)),
          6: longRide(long),
        },
        i === 10 ? LAST : i % 4 === 3 ? LIGHTER : '',
      ),
    ),
    week({ 1: easyRide(45), 3: easyRide(30), 6: raceRide('Century', 160_934) }, LAST),
  ],
};

const CLIMB_LONG = [120, 130, 140, 105, 150, 165, 180, 120];
const climbing: Template = {
  name: 'strong-uphill',
  title: 'Strong uphill',
  description:
    'Eight weeks for the mountains: long climbs just below your limit, short hard ones above it, and one long ride.',
  goal: 'other',
  level: 'advanced',
  sources: ['progression', 'singleSession', 'intensity'],
  weeks: CLIMB_LONG.map((long, i) =>
    week(
      {
        1: i % 4 === 3 ? easyRide(45) : climbs(3 + Math.floor(i / 3), 8 + (i % 3)),
        2: easyRide(45),
        4: i % 4 === 3 ? easyRide(60) : rideIntervals(4 + Math.floor(i / 2), 3),
        6: longRide(long),
      },
      i % 4 === 3 ? LIGHTER : '',
    ),
  ),
};

const RIDE_BASE_LONG = [90, 100, 110, 85, 120, 130, 140, 100];
const rideBase: Template = {
  name: 'riding-base',
  title: 'Riding base',
  description:
    'Eight weeks of steady riding for the months before the season. Mostly easy, with one sweet spot ride a week.',
  goal: 'base',
  level: 'beginner',
  sources: ['progression', 'singleSession', 'intensity'],
  weeks: RIDE_BASE_LONG.map((long, i) =>
    week(
      {
        1: easyRide(i % 4 === 3 ? 40 : 50 + i * 2),
        3: i % 4 === 3 ? easyRide(40) : sweetSpot(2, 8 + i),
        6: longRide(long),
      },
      i % 4 === 3 ? LIGHTER : '',
    ),
  ),
};

const WORKOUTS = [
  ['10 goblet squats', '10 push-ups', '10 rows a side', '30 s plank', '12 calf raises'],
  ['8 Romanian deadlifts', '8 step-ups a side', '10 overhead presses', '30 s side plank a side'],
] as const;
const STRENGTH_SETS = [2, 2, 3, 2, 3, 3, 3, 2] as const;
const STRENGTH_EFFORT = [5, 6, 6, 5, 6, 7, 7, 6] as const;
/** `grown` sessions of a week have as many sets as the week; the others one less. */
const strengthWeek = (i: number, days: readonly number[], grown = 2) => {
  const sessions: Record<number, Session> = {};
  for (const [at, day] of days.entries())
    sessions[day] = gym(
      `Strength ${at % 2 === 0 ? 'A' : 'B'}`,
      at < grown ? STRENGTH_SETS[i]! : 2,
      WORKOUTS[at % 2]!,
      STRENGTH_EFFORT[i]!,
    );
  return week(sessions, i % 4 === 3 ? LIGHTER : '');
};
const strength: Template = {
  name: 'strength-twice-a-week',
  title: 'Strength, twice a week',
  description:
    'Eight weeks for runners and riders who lift nothing so far. Two sessions of half an hour with a pair of dumbbells.',
  goal: 'strength',
  level: 'beginner',
  sources: ['strength'],
  weeks: STRENGTH_SETS.map((_, i) => strengthWeek(i, [0, 3])),
};
const strengthThrice: Template = {
  name: 'strength-three-times-a-week',
  title: 'Strength, three times a week',
  description: 'Eight weeks for the time between seasons: three sessions, with a day of rest after each.',
  goal: 'strength',
  level: 'intermediate',
  sources: ['strength'],
  weeks: STRENGTH_SETS.map((_, i) => strengthWeek(i, i % 4 === 3 ? [0, 4] : [0, 2, 4], i < 3 ? 1 : 2)),
};

/** Plans that come with the product, in the order in which they are shown. Their names are addresses and never change. */
export const TEMPLATES: readonly Template[] = [
  ...runningPlans,
  first100,
  century,
  climbing,
  rideBase,
  strength,
  strengthThrice,
];

const BY_NAME = new Map(TEMPLATES.map((template) => [template.name, template]));
export const findTemplate = (name: string): Template | undefined => BY_NAME.get(name);
