import assert from 'node:assert/strict';
import test from 'node:test';
import { type MatchedSession, type MatchedWorkout, matchSessions } from './match-sessions.ts';

const DAY = '2026-03-01';
const session = (id: number, over: Partial<MatchedSession> = {}): MatchedSession => ({
  id,
  day: DAY,
  sport: 'run',
  distance: null,
  duration: 1800,
  is_skipped: false,
  workout_id: null,
  is_unmatched: false,
  ...over,
});
const workout = (id: number, over: Partial<MatchedWorkout> = {}): MatchedWorkout => ({
  id,
  parent_id: null,
  local_day: DAY,
  groups: ['run'],
  distance: null,
  duration: 1800,
  ...over,
});
const matched = (sessions: readonly MatchedSession[], workouts: readonly MatchedWorkout[]) =>
  Object.fromEntries(
    [...matchSessions(sessions, workouts)].map(([id, { workoutId, closeness }]) => [
      id,
      `${workoutId} ${closeness}`,
    ]),
  );

test('[CHAL-04] thousands of workouts and hundreds of sessions of one day are not compared each with each', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const matches = matchSessions(
    [...ids(699).map((id) => session(id)), session(700, { workout_id: 3000 })],
    ids(3000).map((id) => workout(id)),
  );
  assert.deepEqual(
    [...matches.keys()].toSorted((a, b) => a - b),
    [...ids(20), 700],
  );
  assert.deepEqual(matches.get(700), { workoutId: 3000, closeness: 100, isChosen: true });
});

/** An hour on the bike and half an hour of running, one after the other. */
const BRICK = [
  workout(10, { groups: ['ride', 'run'], duration: 5500 }),
  workout(11, { parent_id: 10, groups: ['ride'], duration: 3600 }),
  workout(12, { parent_id: 10, groups: ['run'], duration: 1800 }),
];
const ride = (id: number, over: Partial<MatchedSession> = {}) =>
  session(id, { sport: 'ride', duration: 3600, ...over });

test('[CHAL-04] a leg is a workout of its sport: those of one workout can be several sessions', () => {
  assert.deepEqual(matched([ride(1)], BRICK), { 1: '11 100' });
  assert.deepEqual(matched([ride(1), session(2)], BRICK), { 1: '11 100', 2: '12 100' });
  assert.deepEqual(matched([ride(1), ride(2)], BRICK), { 1: '11 100' }, 'one leg is one session');
  assert.deepEqual(matched([session(1, { sport: 'swim' })], BRICK), {}, 'nobody swam');
});

test('[CHAL-04] a workout with legs is a session as a whole or by its legs, never both', () => {
  const cross = session(3, { sport: 'cross', duration: 5500 });
  assert.deepEqual(matched([cross], BRICK), { 3: '10 100' });
  assert.deepEqual(
    matched([ride(1, { duration: 3000 }), session(2, { duration: 1500 }), cross], BRICK),
    { 3: '10 100' },
    'the whole is closest',
  );
  assert.deepEqual(
    matched([ride(1), session(2), { ...cross, duration: 5000 }], BRICK),
    { 1: '11 100', 2: '12 100' },
    'the legs are closest',
  );
  assert.deepEqual(
    matched([ride(1), session(2), { ...cross, workout_id: 10 }], BRICK),
    { 3: '10 100' },
    'the whole was chosen',
  );
  assert.deepEqual(
    matched([ride(1, { workout_id: 10 }), session(2, { workout_id: 12 })], BRICK),
    { 1: '10 0' },
    'both were chosen',
  );
  assert.deepEqual(
    matched(
      [session(1, { duration: 3600 })],
      [
        workout(20, { groups: ['run'], duration: 3600 }),
        workout(21, { parent_id: 20, duration: 1800 }),
        workout(22, { parent_id: 20, duration: 1750 }),
      ],
    ),
    { 1: '20 100' },
    'all legs are of the sport',
  );
});
