import assert from 'node:assert/strict';
import test from 'node:test';
import { type MatchedSession, matchSessions } from './match-sessions.ts';

test('[CHAL-04] thousands of workouts and hundreds of sessions of one day are not compared each with each', () => {
  const session = (id: number): MatchedSession => ({
    id,
    day: '2026-03-01',
    sport: 'run',
    distance: null,
    duration: 1800,
    is_skipped: false,
    workout_id: null,
    is_unmatched: false,
  });
  const workout = (id: number) => ({
    id,
    local_day: '2026-03-01',
    group: 'run',
    distance: null,
    duration: 1800,
  });
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const chosen = { ...session(700), workout_id: 3000 };
  const matches = matchSessions([...ids(699).map(session), chosen], ids(3000).map(workout));
  assert.deepEqual(
    [...matches.keys()].toSorted((a, b) => a - b),
    [...ids(20), 700],
  );
  assert.deepEqual(matches.get(700), { workoutId: 3000, closeness: 100, isChosen: true });
});
