import type {
  PlanGoal,
  PlanLevel,
  PlanSport,
  PlanWeeks,
  SessionKind,
  TrainingItem,
  TrainingStep,
  TrainingTarget,
} from '@waymark/api-contract';

export interface Template {
  name: string;
  title: string;
  description: string;
  goal: PlanGoal;
  level: PlanLevel;
  weeks: PlanWeeks;
  sources: readonly SourceName[];
}

/** What is known about how load grows; each plan names those that it follows. */
export const SOURCES = {
  progression: {
    title:
      'Nielsen and others, Excessive progression in weekly running distance and risk of running-related injuries, Journal of Orthopaedic & Sports Physical Therapy 44 (2014)',
    href: 'https://doi.org/10.2519/jospt.2014.5164',
    used_for: 'No week is more than 15 percent, or 20 minutes, above the longest week so far.',
  },
  singleSession: {
    title:
      'Schuster Brandt Frandsen and others, How much running is too much?, British Journal of Sports Medicine 59 (2025)',
    href: 'https://doi.org/10.1136/bjsports-2024-109380',
    used_for: 'The longest session grows by a tenth, or 2 kilometres, at a time.',
  },
  taper: {
    title:
      'Bosquet and others, Effects of tapering on performance, Medicine & Science in Sports & Exercise 39 (2007)',
    href: 'https://doi.org/10.1249/mss.0b013e31806010e0',
    used_for: 'Before the big day training gets shorter, not slower.',
  },
  intensity: {
    title:
      'Seiler, What is best practice for training intensity and duration distribution in endurance athletes?, International Journal of Sports Physiology and Performance 5 (2010)',
    href: 'https://doi.org/10.1123/ijspp.5.3.276',
    used_for: 'About four of five sessions are easy; the rest is hard on purpose.',
  },
  detraining: {
    title: 'Mujika and Padilla, Detraining, part I, Sports Medicine 30 (2000)',
    href: 'https://doi.org/10.2165/00007256-200030020-00002',
    used_for: 'It begins at half of what you did before, with frequency before length.',
  },
  strength: {
    title:
      'American College of Sports Medicine, Progression models in resistance training for healthy adults, Medicine & Science in Sports & Exercise 41 (2009)',
    href: 'https://doi.org/10.1249/MSS.0b013e3181915670',
    used_for: 'Repetitions come before weight, with a day of rest between sessions.',
  },
} as const;
export type SourceName = keyof typeof SOURCES;

export type Session = Omit<PlanWeeks[number]['sessions'][number], 'day'>;

const MINUTE = 60;
export const min = (minutes: number): number => Math.round(minutes * MINUTE);

export const rpe = (start: number, end = start): { rpe: TrainingTarget & { units: 'rpe' } } => ({
  rpe: start === end ? { value: start, units: 'rpe' } : { start, end, units: 'rpe' },
});
const zone = (value: number): Pick<TrainingStep, 'hr'> => ({ hr: { value, units: 'hr_zone' } });
const ftp = (start: number, end: number): Pick<TrainingStep, 'power'> => ({
  power: { start, end, units: '%ftp' },
});
/** Seconds for a kilometre, with room on both sides. */
export const pace = (seconds: number): Pick<TrainingStep, 'pace'> => ({
  pace: { start: seconds - 5, end: seconds + 5, units: 'secs/km' },
});

function session(
  sport: PlanSport,
  kind: SessionKind,
  title: string,
  description: string,
  steps: TrainingItem[],
): Session {
  return { sport, kind, title, description, steps, distance: null, duration: null };
}

const EASY_TEXT = 'Slow enough to talk in whole sentences.';

export const easyRun = (minutes: number): Session =>
  session('run', 'easy', 'Easy run', EASY_TEXT, [{ duration: min(minutes), ...rpe(2, 3) }]);
export const strides = (minutes: number, reps = 6): Session =>
  session('run', 'easy', 'Easy run with strides', 'Strides are quick and loose, not sprints.', [
    { duration: min(minutes), ...rpe(2, 3) },
    {
      reps,
      steps: [
        { duration: 20, ...rpe(8), text: 'Stride' },
        { duration: 70, intensity: 'recovery', ...rpe(2), text: 'Jog' },
      ],
    },
  ]);
export const longRun = (kilometers: number, text = EASY_TEXT): Session =>
  session('run', 'long', 'Long run', text, [{ distance: kilometers * 1000, ...rpe(3) }]);
export const longRunWith = (easy: number, paced: number, seconds: number, what: string): Session =>
  session(
    'run',
    'long',
    `Long run with ${what} pace`,
    `The last ${paced} km at the pace of the day itself.`,
    [
      { distance: easy * 1000, ...rpe(3) },
      { distance: paced * 1000, ...pace(seconds), text: `${what} pace` },
    ],
  );
export const walkRun = (reps: number, runMinutes: number, walkMinutes: number): Session =>
  session('run', 'easy', 'Run and walk', 'Run slower than you think you should.', [
    { duration: min(5), warmup: true, ...rpe(2), text: 'Brisk walk' },
    {
      reps,
      steps: [
        { duration: min(runMinutes), ...rpe(4), text: 'Run' },
        { duration: min(walkMinutes), intensity: 'recovery', ...rpe(2), text: 'Walk' },
      ],
    },
    { duration: min(5), cooldown: true, ...rpe(1), text: 'Walk' },
  ]);
export const tempoRun = (reps: number, minutes: number, target: Partial<TrainingStep> = zone(4)): Session =>
  session('run', 'tempo', 'Tempo run', 'Comfortably hard: a few words at a time, no sentences.', [
    { duration: min(12), warmup: true, ...rpe(2, 3) },
    ...(reps === 1
      ? [{ duration: min(minutes), ...target }]
      : [
          {
            reps,
            steps: [
              { duration: min(minutes), ...target },
              { duration: min(2), intensity: 'recovery' as const, ...rpe(2) },
            ],
          },
        ]),
    { duration: min(10), cooldown: true, ...rpe(2) },
  ]);
export const runIntervals = (
  reps: number,
  meters: number,
  restSeconds: number,
  target: Partial<TrainingStep> = rpe(8),
): Session =>
  session('run', 'intervals', `${reps} × ${meters} m`, 'All of them alike: the last as fast as the first.', [
    { duration: min(12), warmup: true, ...rpe(2, 3) },
    {
      reps,
      steps: [
        { distance: meters, ...target },
        { duration: restSeconds, intensity: 'recovery', ...rpe(2), text: 'Jog' },
      ],
    },
    { duration: min(10), cooldown: true, ...rpe(2) },
  ]);
export const hillRun = (reps: number): Session =>
  session('run', 'intervals', `${reps} hills`, 'A hill that takes a minute. Walk or jog down.', [
    { duration: min(12), warmup: true, ...rpe(2, 3) },
    {
      reps,
      steps: [
        { duration: 60, ...rpe(8), text: 'Uphill' },
        { duration: 120, intensity: 'recovery', ...rpe(2), text: 'Back down' },
      ],
    },
    { duration: min(10), cooldown: true, ...rpe(2) },
  ]);
export const raceRun = (title: string, meters: number, target: Partial<TrainingStep> = rpe(7, 8)): Session =>
  session('run', 'race', title, 'Start slower than you want to. The day is yours.', [
    { distance: meters, ...target },
  ]);

export const easyRide = (minutes: number): Session =>
  session('ride', 'easy', 'Easy ride', 'Light gear, quick legs.', [
    { duration: min(minutes), ...ftp(55, 70) },
  ]);
export const longRide = (minutes: number): Session =>
  session('ride', 'long', 'Long ride', 'Steady. Eat something every half hour.', [
    { duration: min(15), warmup: true, ramp: true, ...ftp(50, 65) },
    { duration: min(minutes - 25), ...ftp(60, 75) },
    { duration: min(10), cooldown: true, ramp: true, ...ftp(60, 45) },
  ]);
const rideBlocks = (
  kind: SessionKind,
  title: string,
  text: string,
  reps: number,
  [minutes, restMinutes]: readonly [number, number],
  [low, high]: readonly [number, number],
): Session =>
  session('ride', kind, title, text, [
    { duration: min(15), warmup: true, ramp: true, ...ftp(50, 75) },
    {
      reps,
      steps: [
        { duration: min(minutes), ...ftp(low, high) },
        { duration: min(restMinutes), intensity: 'recovery', ...ftp(45, 55) },
      ],
    },
    { duration: min(10), cooldown: true, ramp: true, ...ftp(60, 45) },
  ]);
export const sweetSpot = (reps: number, minutes: number): Session =>
  rideBlocks(
    'tempo',
    'Sweet spot',
    'Hard enough to notice, easy enough to hold.',
    reps,
    [minutes, 4],
    [86, 93],
  );
export const rideIntervals = (reps: number, minutes: number): Session =>
  rideBlocks('intervals', `${reps} × ${minutes} min`, 'Hard and even.', reps, [minutes, minutes], [106, 115]);
export const climbs = (reps: number, minutes: number): Session =>
  rideBlocks(
    'intervals',
    `${reps} climbs`,
    'A real climb, or a heavy gear into the wind.',
    reps,
    [minutes, 5],
    [92, 100],
  );
export const raceRide = (title: string, meters: number): Session =>
  session('ride', 'race', title, 'The first hour easier than it feels. Eat early.', [
    { distance: meters, ...rpe(4, 5) },
  ]);

export const walk = (minutes: number): Session =>
  session('walk', 'easy', 'Brisk walk', 'Fast enough to get warm.', [
    { duration: min(minutes), ...rpe(2, 3) },
  ]);
export const cross = (minutes: number): Session =>
  session('cross', 'cross', 'Something else', 'Ride, swim or hike: easy, and easy on the legs.', [
    { duration: min(minutes), ...rpe(2, 3) },
  ]);

/** Sets of exercises in a row, each about as long as it takes with its rest. */
export const gym = (title: string, sets: number, exercises: readonly string[], effort: number): Session =>
  session('gym', 'strength', title, 'Stop each set while two clean repetitions are left.', [
    { duration: min(6), warmup: true, ...rpe(2), text: 'Easy rowing, cycling or skipping' },
    {
      reps: sets,
      steps: exercises.map((text) => ({ duration: 100, ...rpe(effort), text })),
    },
    { duration: min(4), cooldown: true, ...rpe(1), text: 'Stretch' },
  ]);

/** A week of sessions on its days, 0 for the first. */
export const week = (days: Readonly<Record<number, Session | undefined>>, note = ''): PlanWeeks[number] => ({
  note,
  sessions: Object.entries(days).flatMap(([day, planned]) =>
    planned ? [{ day: Number(day), ...planned }] : [],
  ),
});
