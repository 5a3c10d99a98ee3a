import assert from 'node:assert/strict';
import test from 'node:test';
import { sessionTotals, type TrainingItem, TrainingSteps } from '@waymark/api-contract';
import { addDays } from '../../kernel/local-day.ts';
import { type AdaptationInput, adaptPlan } from './adapt-plan.ts';
import { easeSession } from './ease-session.ts';

type Session = AdaptationInput['sessions'][number];

const FIRST = '2026-03-02';
const day = (n: number) => addDays(FIRST, n);
/** A run on each of some days of the plan, done with a workout of its day while `done` says so. */
const runs = (days: readonly number[], today: number, done: readonly number[] = [], more: object = {}) =>
  days.map((n, i): Session => {
    const isDone = done.includes(n);
    return {
      id: i + 1,
      day: day(n),
      sport: 'run',
      kind: 'easy',
      status: isDone ? 'done' : n < today ? 'missed' : 'planned',
      workout: isDone
        ? {
            id: 900 + i,
            name: '',
            day: day(n),
            distance: null,
            duration: 1800,
            closeness: 100,
            is_chosen: false,
          }
        : null,
      load_percent: 100,
      ...more,
    };
  });
const adapt = (today: number, sessions: Session[], more: Partial<AdaptationInput> = {}) =>
  adaptPlan({
    today: day(today),
    adaptedDay: null,
    latestDay: day(365),
    sessions,
    workouts: [],
    ...more,
  });

test('[CHAL-04] a plan adapts after six days away with two missed sessions, and not before', () => {
  const days = [0, 2, 4, 6, 9];
  assert.equal(adapt(6, runs(days, 6, [0])), null, 'five full days away');
  assert.equal(adapt(7, runs(days, 7, [0]))?.awayDays, 6);
  assert.equal(adapt(7, runs([0, 6, 9], 7, [0])), null, 'one missed session');
  assert.equal(adapt(7, []), null, 'no session');
  assert.equal(adapt(-1, runs(days, -1)), null, 'not begun');
  assert.equal(adapt(6, runs(days, 6))?.awayDays, 6, 'nothing done yet: away since the plan began');
});

test('[CHAL-04] the rest moves by whole weeks, so that the first missed session is on today or later', () => {
  const sessions = runs([0, 1, 3, 5, 8, 12], 10, [0]);
  const { movedDays, days } = adapt(10, sessions)!;
  assert.equal(movedDays, 14);
  assert.deepEqual(
    [...days],
    [
      [2, day(15)],
      [3, day(17)],
      [4, day(19)],
      [5, day(22)],
      [6, day(26)],
    ],
  );
  assert.equal(adapt(8, sessions)!.movedDays, 7, 'on today itself');
  sessions[2] = { ...sessions[2]!, status: 'skipped' };
  assert.deepEqual([...adapt(10, sessions)!.days.keys()], [2, 4, 5, 6], 'skipped sessions stay');
  assert.equal(adapt(10, sessions, { latestDay: day(25) }), null, 'beyond the latest day');
  assert.ok(adapt(10, sessions, { latestDay: day(26) }));
});

test('[CHAL-04] a race that lies ahead keeps every day, a missed one keeps its own', () => {
  const race = (n: number, today: number): Session => ({
    ...runs([n], today)[0]!,
    id: 99,
    kind: 'race',
  });
  const ahead = adapt(10, [...runs([0, 3, 5, 8, 12], 10, [0]), race(30, 10)])!;
  assert.deepEqual([ahead.movedDays, [...ahead.days]], [0, []]);
  assert.deepEqual([...ahead.loads], [[5, 50]]);
  const tomorrow = adapt(10, [...runs([0, 3, 5, 8], 10, [0]), race(11, 10)]);
  assert.equal(tomorrow, null, 'a race is never eased');
  const missed = adapt(10, [...runs([0, 3, 5], 10, [0]), race(8, 10), ...runs([12], 10)])!;
  assert.ok(!missed.days.has(99));
  assert.equal(missed.movedDays, 7);
});

/** The load of each day after a break, of a plan with a run on every day that a race keeps in its place. */
function loadsAfter(awayDays: number): (string | number)[][] {
  const today = awayDays + 1;
  const all = Array.from({ length: 250 }, (_, n) => n);
  const race: Session = { ...runs([300], today)[0]!, id: 999, kind: 'race' };
  const result = adapt(today, [...runs(all, today, [0]), race])!;
  assert.equal(result.awayDays, awayDays);
  const loads = [...result.loads].map(([id, load]) => [id - 1 - today, load] as const);
  assert.equal(result.easedUntil, day(today + loads.at(-1)![0]));
  return [...Map.groupBy(loads, ([, load]) => load)].map(([load, ofLoad]) => [
    load,
    `${ofLoad[0]![0]} to ${ofLoad.at(-1)![0]}`,
  ]);
}

test('[CHAL-04] a break is followed by as many days with less, of a half and of three quarters of the load', () => {
  assert.deepEqual(loadsAfter(10), [
    [50, '0 to 4'],
    [75, '5 to 9'],
  ]);
  assert.deepEqual(loadsAfter(28), [
    [50, '0 to 13'],
    [75, '14 to 27'],
  ]);
});

test('[CHAL-04] the days with less begin with the first session that is to be done', () => {
  const { days, loads } = adapt(11, runs([0, 2, 4, 6, 9, 11, 16, 18], 11, [0]))!;
  assert.deepEqual(
    [...loads].map(([id, load]) => [days.get(id), load]),
    [
      [day(16), 50],
      [day(18), 50],
      [day(20), 50],
      [day(23), 75],
      [day(25), 75],
    ],
  );
});

test('[CHAL-04] after more than four weeks there are three parts, and never more than 63 days', () => {
  assert.deepEqual(loadsAfter(30), [
    [33, '0 to 9'],
    [50, '10 to 19'],
    [75, '20 to 29'],
  ]);
  for (const away of [63, 90])
    assert.deepEqual(loadsAfter(away), [
      [33, '0 to 20'],
      [50, '21 to 41'],
      [75, '42 to 62'],
    ]);
});

test('[CHAL-04] workouts of the main sports are training, others are not', () => {
  const sessions = runs([0, 2, 4, 6, 9], 8);
  const workout = (n: number, ...groups: string[]) => ({ workouts: [{ local_day: day(n), groups }] });
  assert.ok(adapt(8, sessions, workout(6, 'class')));
  assert.equal(adapt(8, sessions, workout(6, 'run')), null);
  assert.equal(adapt(8, sessions, workout(6, 'swim', 'run')), null, 'a workout with a leg of running');
  assert.ok(adapt(8, sessions, workout(-5, 'run')), 'before the plan');
  const withRide: Session[] = [
    ...sessions,
    { ...sessions[0]!, id: 50, day: day(10), sport: 'ride', kind: 'long', status: 'planned' },
  ];
  assert.ok(adapt(8, withRide, workout(6, 'run')), 'the key sessions are rides');
  assert.equal(adapt(8, withRide, workout(6, 'ride')), null);
});

test('[CHAL-04] there are six days between two adaptations, and the second starts from the full load', () => {
  const sessions = runs([0, 2, 4, 6, 9, 40], 12, [0], { load_percent: 75 });
  assert.equal(adapt(12, sessions, { adaptedDay: day(6) }), null);
  const second = adapt(12, sessions, { adaptedDay: day(5) })!;
  assert.equal(second.loads.get(6), 100, 'later sessions go back to the plan');
});

const RUN_STEPS: TrainingItem[] = [
  { duration: 600, warmup: true },
  { reps: 5, steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }] },
  { duration: 1000 },
  { distance: 3050 },
  { duration: 45 },
  { distance: 150 },
  { duration: 600, cooldown: true },
];
const full = (steps: TrainingItem[], more: object = {}) => ({
  steps,
  ...sessionTotals(steps, 'run'),
  ...more,
});

test('[CHAL-04] an eased session has fewer repetitions and shorter steps, with warm-up and cool-down as they were', () => {
  const half = easeSession(full(RUN_STEPS), 'run', 50);
  assert.deepEqual(half.steps, [
    { duration: 600, warmup: true },
    { reps: 3, steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }] },
    { duration: 510 },
    { distance: 1500 },
    { duration: 45 },
    { distance: 150 },
    { duration: 600, cooldown: true },
  ]);
  assert.equal(half.duration, sessionTotals(half.steps, 'run').duration);
  const third = easeSession(full([{ reps: 3, steps: [{ distance: 400 }, { duration: 60 }] }]), 'run', 33);
  assert.deepEqual(third.steps, [{ distance: 400 }, { duration: 60 }], 'once is written flat');
  const meters = easeSession(full([{ distance: 10_000 }]), 'run', 75);
  assert.deepEqual([meters.distance, meters.steps], [7500, [{ distance: 7500 }]]);
});

test('[CHAL-04] figures of their own are eased by themselves, and so are sessions without steps', () => {
  const own = easeSession(full(RUN_STEPS, { distance: 9000, duration: 4000 }), 'run', 50);
  assert.deepEqual([own.distance, own.duration], [4500, 2010]);
  assert.deepEqual(easeSession({ steps: [], distance: 12_000, duration: 4615 }, 'run', 33), {
    steps: [],
    distance: 4000,
    duration: 1530,
  });
  assert.deepEqual(easeSession({ steps: [], distance: null, duration: 70 }, 'gym', 50).duration, 60);
});

test('[CHAL-04] eased steps are ones that a plan could have', () => {
  const many: TrainingItem[] = Array.from({ length: 40 }, () => ({
    reps: 2,
    steps: Array.from({ length: 10 }, () => ({ duration: 120 })),
  }));
  for (const percent of [33, 50, 75])
    for (const steps of [many, RUN_STEPS, [{ duration: 5 }], [{ distance: 10 }]]) {
      const eased = easeSession(full(steps), 'run', percent);
      assert.deepEqual(TrainingSteps.parse(eased.steps), eased.steps);
      assert.ok(eased.duration <= sessionTotals(steps, 'run').duration);
    }
  const { duration } = easeSession(full(many), 'run', 50);
  assert.equal(duration, sessionTotals(many, 'run').duration / 2);
});
