import {
  cross,
  easyRun,
  gym,
  hillRun,
  longRun,
  longRunWith,
  pace,
  raceRun,
  runIntervals,
  type Session,
  strides,
  type Template,
  tempoRun,
  walk,
  walkRun,
  week,
} from './build.ts';

const RUNNING = ['progression', 'singleSession', 'intensity', 'taper'] as const;
const LIGHTER = 'A lighter week, so that the weeks before can sink in.';
const LAST = 'Little and short: the work is done.';

const core = (sets: number): Session =>
  gym('Legs and core', sets, ['10 squats', '8 lunges a side', '30 s plank', '12 calf raises'], 5);

const threeTimes = (session: Session) => week({ 0: session, 2: session, 5: session });

const first5k: Template = {
  name: 'first-5k',
  title: 'First 5 km',
  description:
    'From walking to five kilometres in one go, in eight weeks of three sessions. Runs are broken up by walks that get shorter.',
  goal: '5k',
  level: 'beginner',
  sources: RUNNING,
  weeks: [
    ...(
      [
        [8, 1, 1.5],
        [7, 1.5, 1.5],
        [6, 2.5, 1.5],
      ] as const
    ).map(([reps, run, walking]) => threeTimes(walkRun(reps, run, walking))),
    week({ 1: walkRun(6, 2.5, 1.5), 4: walk(30) }, LIGHTER),
    ...(
      [
        [5, 4, 1.5],
        [4, 6, 1],
        [3, 9, 1],
      ] as const
    ).map(([reps, run, walking]) => threeTimes(walkRun(reps, run, walking))),
    week({ 0: walkRun(2, 10, 1), 3: easyRun(15), 6: raceRun('5 km', 5000, {}) }, LAST),
  ],
};

const FIRST_10K_LONG = [4, 5, 6, 4, 6, 7, 8, 6, 9];
const FIRST_10K_EASY = [20, 20, 25, 20, 25, 30, 30, 25, 35];
const first10k: Template = {
  name: 'first-10k',
  title: 'First 10 km',
  description:
    'For those who run five kilometres without a break. Ten weeks of three runs, all easy at first, with some hills later.',
  goal: '10k',
  level: 'beginner',
  sources: RUNNING,
  weeks: [
    ...FIRST_10K_LONG.map((long, i) =>
      week(
        {
          1: easyRun(FIRST_10K_EASY[i]!),
          3: i < 4 ? easyRun(FIRST_10K_EASY[i]!) : i === 7 ? easyRun(25) : strides(20, 4 + (i % 3)),
          6: longRun(long),
        },
        i % 4 === 3 ? LIGHTER : '',
      ),
    ),
    week({ 1: easyRun(25), 3: strides(15, 4), 6: raceRun('10 km', 10_000) }, LAST),
  ],
};

const FIRST_HALF_LONG = [8, 9, 11, 8, 12, 13, 15, 11, 16, 18, 13];
const FIRST_HALF_EASY = [30, 35, 35, 30, 40, 40, 45, 35, 45, 45, 35];
const firstHalf: Template = {
  name: 'first-half-marathon',
  title: 'First half marathon',
  description:
    'Twelve weeks for those who run ten kilometres. The long run grows to 18 km; one day a week is for another sport.',
  goal: 'half_marathon',
  level: 'beginner',
  sources: RUNNING,
  weeks: [
    ...FIRST_HALF_LONG.map((long, i) =>
      week(
        {
          1: easyRun(FIRST_HALF_EASY[i]!),
          3:
            i % 4 === 3 || i < 2
              ? easyRun(FIRST_HALF_EASY[i]!)
              : tempoRun(2, i < 6 ? 6 : 8, { hr: { value: 3, units: 'hr_zone' } }),
          4: i % 4 === 3 ? undefined : cross(30),
          6: longRun(long),
        },
        i % 4 === 3 ? LIGHTER : '',
      ),
    ),
    week({ 1: easyRun(30), 3: strides(20, 4), 6: raceRun('Half marathon', 21_097.5, {}) }, LAST),
  ],
};

const FIRST_MARATHON_LONG = [12, 14, 16, 12, 17, 19, 21, 15, 22, 24, 26, 18, 27, 29, 31, 22, 14];
const FIRST_MARATHON_EASY = [35, 35, 40, 30, 40, 45, 45, 35, 45, 50, 50, 35, 50, 50, 50, 40, 30];
const firstMarathon: Template = {
  name: 'first-marathon',
  title: 'First marathon',
  description:
    'Eighteen weeks for those who have run a half marathon. Four runs a week, nearly all easy, and a long run that grows to 31 km.',
  goal: 'marathon',
  level: 'beginner',
  sources: RUNNING,
  weeks: [
    ...FIRST_MARATHON_LONG.map((long, i) =>
      week(
        {
          1: easyRun(FIRST_MARATHON_EASY[i]!),
          2: i % 4 === 3 || i > 15 ? undefined : core(2),
          3:
            i % 4 === 3 || i > 15
              ? strides(25)
              : tempoRun(i < 8 ? 2 : 3, 8, { hr: { value: 3, units: 'hr_zone' } }),
          4: easyRun(FIRST_MARATHON_EASY[i]!),
          6: longRun(long, 'Easy all the way. Try what you will eat and drink on the day.'),
        },
        i > 14 ? LAST : i % 4 === 3 ? LIGHTER : '',
      ),
    ),
    week({ 1: easyRun(30), 3: strides(20, 4), 6: raceRun('Marathon', 42_195, {}) }, LAST),
  ],
};

/** A plan for a time: two hard sessions a week, at the pace of the day and above it. */
interface TimePlan extends Pick<Template, 'name' | 'title' | 'description' | 'goal' | 'level'> {
  race: readonly [title: string, meters: number];
  /** Seconds for a kilometre on the day. */
  paceSeconds: number;
  long: readonly number[];
  easy: readonly number[];
  intervals: readonly (readonly [reps: number, meters: number, restSeconds: number] | null)[];
  intervalPaceSeconds: number;
  tempo: readonly (readonly [reps: number, minutes: number] | null)[];
  /** Kilometres of the long run that are run at the pace of the day. */
  paced?: readonly number[];
  taperWeeks: number;
}

function timePlan(plan: TimePlan): Template {
  const { name, title, description, goal, level, race, paceSeconds, long, easy } = plan;
  return {
    name,
    title,
    description,
    goal,
    level,
    sources: RUNNING,
    weeks: [
      ...long.map((kilometers, i) => {
        const intervals = plan.intervals[i];
        const tempo = plan.tempo[i];
        const paced = plan.paced?.[i] ?? 0;
        return week(
          {
            1: intervals ? runIntervals(...intervals, pace(plan.intervalPaceSeconds)) : strides(easy[i]!),
            2: easyRun(easy[i]!),
            4: tempo
              ? tempoRun(...tempo, pace(paceSeconds + (goal === '5k' ? 25 : goal === '10k' ? 12 : 0)))
              : easyRun(easy[i]!),
            6:
              paced > 0
                ? longRunWith(kilometers - paced, paced, paceSeconds, race[0].toLowerCase())
                : longRun(kilometers),
          },
          i >= long.length - plan.taperWeeks ? LAST : i % 4 === 3 ? LIGHTER : '',
        );
      }),
      week({ 1: strides(25), 3: easyRun(20), 6: raceRun(...race, pace(paceSeconds)) }, LAST),
    ],
  };
}

const fast5k = timePlan({
  name: '5k-in-25-minutes',
  title: '5 km in 25 minutes',
  description:
    'Eight weeks for those who run 5 km in about 27 minutes: short intervals at speed, and easy runs that stay easy.',
  goal: '5k',
  level: 'intermediate',
  race: ['5 km', 5000],
  paceSeconds: 300,
  intervalPaceSeconds: 290,
  long: [8, 9, 10, 8, 10, 11, 12],
  easy: [30, 35, 35, 30, 40, 40, 40],
  intervals: [[8, 200, 60], [6, 400, 90], [8, 400, 90], null, [5, 600, 90], [6, 600, 90], [5, 800, 120]],
  tempo: [[1, 12], [1, 15], [2, 10], null, [2, 10], [1, 20], [2, 12]],
  taperWeeks: 0,
});

const fast10k = timePlan({
  name: '10k-in-50-minutes',
  title: '10 km in 50 minutes',
  description:
    'Ten weeks for those who run 10 km in 53 minutes or so. Intervals up to a kilometre, and tempo runs close to the pace of the day.',
  goal: '10k',
  level: 'intermediate',
  race: ['10 km', 10_000],
  paceSeconds: 300,
  intervalPaceSeconds: 288,
  long: [10, 11, 12, 9, 13, 14, 15, 11, 14],
  easy: [40, 40, 40, 30, 40, 45, 45, 35, 40],
  intervals: [
    [7, 400, 90],
    [8, 400, 90],
    [5, 600, 90],
    null,
    [5, 800, 120],
    [6, 800, 120],
    [5, 1000, 120],
    null,
    [4, 1000, 120],
  ],
  tempo: [[1, 18], [2, 10], [1, 20], null, [2, 12], [1, 25], [3, 10], null, [2, 10]],
  taperWeeks: 1,
});

const fastHalf = timePlan({
  name: 'half-marathon-in-2-hours',
  title: 'Half marathon in 2 hours',
  description: 'Twelve weeks to 5:40 a kilometre for 21 of them. Long runs end at the pace of the day.',
  goal: 'half_marathon',
  level: 'intermediate',
  race: ['Half marathon', 21_097.5],
  paceSeconds: 338,
  intervalPaceSeconds: 315,
  long: [12, 13, 14, 11, 15, 16, 17, 13, 18, 19, 14],
  easy: [40, 40, 45, 35, 45, 50, 50, 40, 50, 50, 35],
  intervals: [
    [6, 400, 90],
    [5, 600, 90],
    [5, 800, 120],
    null,
    [6, 800, 120],
    [5, 1000, 120],
    [6, 1000, 120],
    null,
    [4, 1600, 150],
    [6, 1000, 120],
    [4, 400, 90],
  ],
  tempo: [[1, 15], [2, 10], [1, 20], null, [2, 12], [1, 25], [2, 15], null, [1, 30], [2, 15], null],
  paced: [0, 0, 3, 0, 4, 0, 5, 0, 6, 8, 0],
  taperWeeks: 1,
});

const marathonEasy = [45, 45, 50, 40, 50, 55, 55, 40, 55, 60, 60, 45, 60, 45, 35];
const fourHours = timePlan({
  name: 'marathon-in-4-hours',
  title: 'Marathon in 4 hours',
  description:
    'Sixteen weeks to 5:40 a kilometre for the whole way. Long runs up to 32 km, some with an end at the pace of the day.',
  goal: 'marathon',
  level: 'intermediate',
  race: ['Marathon', 42_195],
  paceSeconds: 340,
  intervalPaceSeconds: 318,
  long: [16, 18, 20, 15, 21, 23, 25, 18, 26, 28, 30, 21, 32, 24, 16],
  easy: marathonEasy,
  intervals: [
    [6, 400, 90],
    [5, 600, 90],
    [5, 800, 120],
    null,
    [6, 800, 120],
    [5, 1000, 120],
    [6, 1000, 120],
    null,
    [4, 1600, 150],
    [5, 1600, 150],
    [6, 1000, 120],
    null,
    [4, 1600, 150],
    [5, 800, 120],
    null,
  ],
  tempo: [
    [1, 20],
    [2, 12],
    [1, 25],
    null,
    [2, 15],
    [1, 30],
    [2, 18],
    null,
    [1, 35],
    [2, 20],
    [1, 40],
    null,
    [2, 20],
    [1, 20],
    [1, 12],
  ],
  paced: [0, 0, 5, 0, 0, 6, 8, 0, 0, 10, 10, 0, 12, 0, 0],
  taperWeeks: 2,
});

const threeAndAHalf = timePlan({
  name: 'marathon-in-3-30',
  title: 'Marathon in 3:30',
  description:
    'Sixteen weeks for runners with marathons behind them: 4:58 a kilometre, and long runs with a good part at that pace.',
  goal: 'marathon',
  level: 'advanced',
  race: ['Marathon', 42_195],
  paceSeconds: 298,
  intervalPaceSeconds: 275,
  long: [18, 20, 22, 17, 23, 25, 27, 20, 28, 30, 32, 22, 34, 25, 17],
  easy: [55, 55, 60, 45, 60, 65, 65, 50, 65, 70, 70, 50, 70, 50, 40],
  intervals: [
    [8, 400, 90],
    [6, 600, 90],
    [6, 800, 120],
    null,
    [5, 1000, 120],
    [6, 1000, 120],
    [5, 1200, 120],
    null,
    [5, 1600, 150],
    [6, 1600, 150],
    [8, 1000, 120],
    null,
    [5, 1600, 150],
    [6, 800, 120],
    null,
  ],
  tempo: [
    [1, 25],
    [2, 15],
    [1, 30],
    null,
    [2, 18],
    [1, 35],
    [2, 20],
    null,
    [1, 40],
    [2, 22],
    [1, 45],
    null,
    [2, 25],
    [1, 20],
    [1, 12],
  ],
  paced: [0, 6, 8, 0, 0, 10, 12, 0, 0, 14, 16, 0, 16, 0, 0],
  taperWeeks: 2,
});

const BASE_LONG = [8, 9, 10, 8, 11, 12, 13, 10];
const BASE_EASY = [30, 35, 35, 30, 40, 40, 45, 35];
const base: Template = {
  name: 'running-base',
  title: 'Running base',
  description:
    'Eight weeks without a race: more easy running, strides and hills, so that whatever comes next has something to stand on.',
  goal: 'base',
  level: 'intermediate',
  sources: ['progression', 'singleSession', 'intensity'],
  weeks: BASE_LONG.map((long, i) =>
    week(
      {
        1: strides(BASE_EASY[i]!),
        2: i % 4 === 3 ? undefined : core(2),
        3: easyRun(BASE_EASY[i]!),
        4: i % 4 === 3 ? undefined : i < 4 ? easyRun(BASE_EASY[i]!) : hillRun(3 + i - 3),
        6: longRun(long),
      },
      i % 4 === 3 ? LIGHTER : '',
    ),
  ),
};

const back: Template = {
  name: 'return-to-running',
  title: 'Back after a break',
  description:
    'Six weeks for those who ran before and have not for a month or more. Often and short first; ask a doctor if you stopped because of pain or illness.',
  goal: 'return',
  level: 'beginner',
  sources: ['detraining', 'progression', 'singleSession'],
  weeks: [
    week({ 0: walkRun(5, 3, 1), 2: walkRun(5, 3, 1), 4: walk(30), 6: walkRun(5, 3, 1) }),
    week({ 0: walkRun(4, 5, 1), 2: walkRun(4, 5, 1), 4: walk(30), 6: walkRun(5, 5, 1) }),
    week({ 0: easyRun(25), 2: walkRun(3, 9, 1), 4: cross(30), 6: longRun(5) }),
    week({ 1: easyRun(20), 3: walk(30), 6: longRun(4) }, LIGHTER),
    week({ 0: easyRun(30), 2: strides(25, 4), 4: cross(30), 6: longRun(6) }),
    week({ 0: easyRun(35), 2: strides(25, 6), 4: easyRun(30), 6: longRun(7.5) }),
  ],
};

export const runningPlans: readonly Template[] = [
  first5k,
  fast5k,
  first10k,
  fast10k,
  firstHalf,
  fastHalf,
  firstMarathon,
  fourHours,
  threeAndAHalf,
  base,
  back,
];
