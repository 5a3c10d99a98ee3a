import assert from 'node:assert/strict';
import test from 'node:test';
import { checkRecording } from './check-recordings.ts';
import { checkRow } from './check-row.ts';
import { deriveColumns } from './derive-columns.ts';
import { RESTORE_RULES, type RowsRule } from './restore-rules.ts';

const column = { name: 'data', type: 'bytea', element: '', isNullable: false };
const check = (data: string) => checkRow('workout_streams', [column], { data }, { kind: 'rows' });

test('[ACCT-05] bytes of an archive are checked at any length', () => {
  for (const data of ['\\x', '\\x00ff', `\\x${'ab'.repeat(12_000_000)}`])
    assert.doesNotThrow(() => check(data));
  for (const data of ['', 'ab', '\\xabc', '\\xAB', '\\xzz', `\\x${'ab'.repeat(12_000_000)}g0`])
    assert.throws(() => check(data), /workout_streams\.data/);
});

test('[ACCT-05] fields that a table has no column for are left out', () => {
  const row = { data: '\\x00', more: Array.from({ length: 1000 }, () => []) };
  assert.deepEqual(checkRow('workout_streams', [column], row, { kind: 'rows' }), { data: '\\x00' });
});

const goal = {
  metric: 'distance',
  activity_type_id: 16,
  targets: [{ first_day: '2026-05-04', target: 30_000_000 }],
  first_day: '2026-05-04',
  last_day: null,
};
const checkGoal = (fields: object) =>
  checkRow('user_goals', [], { ...goal, ...fields }, RESTORE_RULES['user_goals'] as RowsRule);

test('[ACCT-05] [CHAL-03] goals of an archive are bounded like those that members set', () => {
  assert.doesNotThrow(() => checkGoal({}));
  for (const fields of [
    { targets: [{ first_day: '2026-05-04', target: 1 }] },
    { targets: [{ first_day: '2026-05-04', target: 900_000_000_000 }] },
    { targets: [goal.targets[0], goal.targets[0]] },
    { targets: [{ first_day: '2026-04-04', target: 30_000_000 }] },
    { activity_type_id: 99_998 },
    { first_day: '1901-01-01' },
    { metric: 'fame' },
    { last_day: '2020-01-01' },
  ])
    assert.throws(() => checkGoal(fields), /user_goals/, JSON.stringify(fields));
});

test('[ACCT-05] [CHAL-04] sessions and plans of an archive are of sports and kinds that there are', () => {
  const session = { sport: 'run', kind: 'easy' };
  const plan = { goal: '5k', level: 'beginner' };
  const derive = (table: string, row: object) => deriveColumns(table, { ...row }, new Date());
  assert.deepEqual(derive('planned_sessions', session), session);
  for (const table of ['training_plans', 'started_plans']) assert.deepEqual(derive(table, plan), plan);
  assert.throws(() => derive('planned_sessions', { ...session, sport: 'flight' }), /planned_sessions\.sport/);
  assert.throws(() => derive('planned_sessions', { ...session, kind: null }), /planned_sessions\.kind/);
  assert.throws(() => derive('started_plans', { ...plan, level: '' }), /started_plans\.level/);
});

test('[ACCT-05] the preview of a workout is as short as those that are made here; that of a route is not read', async () => {
  const line = (points: number) => ({ polyline: '??'.repeat(points) });
  assert.deepEqual(await checkRecording('workouts', line(200)), line(200));
  await assert.rejects(checkRecording('workouts', line(1_000_000)), /workouts\.polyline/);
  await assert.rejects(checkRecording('workouts', { polyline: '\u0001' }), /workouts\.polyline/);
  const route = { name: 'Loop', polyline: '\u0001'.repeat(1_000_000) };
  const derived = deriveColumns('routes', await checkRecording('routes', route), new Date());
  assert.equal(derived['polyline'], '');
});

test('[ACCT-05] previews of archives from before they had a version are made anew', () => {
  const workout = { name: 'Run', time_zone: 'UTC', start_at: '2026-05-01T08:00:00Z' };
  const versionOf = (row: object) => deriveColumns('workouts', { ...row }, new Date())['preview_version'];
  assert.equal(versionOf(workout), 0);
  assert.equal(versionOf({ ...workout, preview_version: 1 }), 1);
});
