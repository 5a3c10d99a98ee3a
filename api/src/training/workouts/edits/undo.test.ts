import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES, type WorkoutEdit } from '@waymark/api-contract';
import { sql } from 'kysely';
import { gpx } from '../../imports/testing/import-files.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { purgeDeleted } from '../purge.ts';
import { editor, type Editor, type Refused } from './testing.ts';
import { endEdits } from './upkeep.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const START = '2026-05-01T08:00:00Z';
const HALF = { keep: [{ from: 0, to: 300 }] };
const DAY_MS = 86_400_000;

/** A member with one run of ten minutes that was cut in half. */
async function halved(): Promise<{ own: Editor; id: number; edit: WorkoutEdit; bytes: Buffer }> {
  const own = await editor(api);
  const [run] = await own.bring(['a.gpx', gpx(START)]);
  const bytes = await own.bytes(run!.id);
  const { body } = await own.edit(`/cutWorkout/${run!.id}`, HALF);
  return { own, id: run!.id, edit: body.edit, bytes };
}

const rowsOf = async (userId: number) => {
  const { db } = api.context;
  const [workouts, streams, edits] = await Promise.all([
    db.selectFrom('workouts').select('id').where('user_id', '=', userId).execute(),
    db.selectFrom('workout_streams').select('workout_id').where('user_id', '=', userId).execute(),
    db.selectFrom('workout_edits').select('id').where('user_id', '=', userId).execute(),
  ]);
  return [workouts.length, new Set(streams.map(({ workout_id }) => workout_id)).size, edits.length];
};

/** Everything that ends things, run as if so many days had passed. */
async function daysLater(days: number): Promise<void> {
  const later = new Date(Date.now() + days * DAY_MS);
  const context = { ...api.context, now: () => later };
  await endEdits(context);
  await purgeDeleted(context);
}

test('[WORK-06] edits come undone one after the other, the last one first', async () => {
  const { own, id, edit, bytes } = await halved();
  const second = (await own.edit(`/cutWorkout/${id}`, { keep: [{ from: 100, to: 300 }] })).body.edit;
  const open = (await own.edits(id)).map((one) => [one.id, one.can_undo]);
  assert.deepEqual(open, [
    [second.id, true],
    [edit.id, false],
  ]);
  const early = await own.edit<Refused>(`/workoutEdits/${edit.id}/undo`);
  assert.deepEqual([early.status, early.body.errorCode], [409, 'edited_since']);
  assert.equal((await own.edit(`/workoutEdits/${second.id}/undo`)).status, 200);
  assert.equal((await own.edits(id))[0]!.can_undo, true);
  assert.equal((await own.edit(`/workoutEdits/${edit.id}/undo`)).status, 200);
  assert.deepEqual(await own.bytes(id), bytes);
  assert.deepEqual(await own.edits(id), []);
});

test('[WORK-06] what was edited or deleted since is not brought back, and says so', async () => {
  const { own, id, edit } = await halved();
  await own.call('PUT', `/workout/${id}/`, { name: 'Another name' });
  assert.equal((await own.edits(id))[0]!.can_undo, false);
  const { status, body } = await own.edit<Refused>(`/workoutEdits/${edit.id}/undo`);
  assert.deepEqual([status, body.errorCode], [409, 'edited_since']);
  const gone = await halved();
  await gone.own.call('DELETE', `/workout/${gone.id}/`);
  assert.equal(
    (await gone.own.edit<Refused>(`/workoutEdits/${gone.edit.id}/undo`)).body.errorCode,
    'edited_since',
  );
});

test('[WORK-06] the original is kept for 30 days and purged after', async () => {
  const { own, id, edit, bytes } = await halved();
  await daysLater(29);
  assert.deepEqual(await rowsOf(own.member.userId), [2, 2, 1]);
  assert.equal((await own.edits(id))[0]!.can_undo, true);
  assert.equal((await own.edit(`/workoutEdits/${edit.id}/undo`)).status, 200);
  assert.deepEqual(await own.bytes(id), bytes);
  const again = (await own.edit(`/cutWorkout/${id}`, HALF)).body.edit;
  await daysLater(31);
  assert.deepEqual(await rowsOf(own.member.userId), [1, 1, 0]);
  assert.equal((await own.one(id)).body.aggregates.elapsed_time_total, 300);
  assert.equal((await own.edit(`/workoutEdits/${again.id}/undo`)).status, 404);
});

test('[WORK-06] what was merged into another goes with it, and not before', async () => {
  const own = await editor(api);
  const workouts = await own.bring(['a.gpx', gpx(START)], ['b.gpx', gpx('2026-05-01T09:00:00Z')]);
  const ids = workouts.map(({ id }) => id);
  const { edit } = (await own.edit('/mergeWorkouts', { ids })).body;
  await daysLater(2);
  assert.equal((await own.edit(`/workoutEdits/${edit.id}/undo`)).status, 200);
  const again = (await own.edit('/mergeWorkouts', { ids })).body.edit;
  await own.call('DELETE', `/workout/${ids[0]}/`);
  await daysLater(2);
  assert.deepEqual(await rowsOf(own.member.userId), [0, 0, 0]);
  assert.equal((await own.edit(`/workoutEdits/${again.id}/undo`)).status, 404);
});

test('[WORK-06] the undone parts of a split are purged', async () => {
  const own = await editor(api);
  const [run] = await own.bring(['a.gpx', gpx(START)]);
  const { edit } = (await own.edit(`/splitWorkout/${run!.id}`, { at: [200, 400] })).body;
  await own.edit(`/workoutEdits/${edit.id}/undo`);
  await daysLater(0.1);
  assert.deepEqual((await rowsOf(own.member.userId)).slice(0, 2), [1, 1]);
});

test('[WORK-06] of two edits at once one is made; deleting meanwhile leaves nothing half done', async () => {
  const own = await editor(api);
  const [run] = await own.bring(['a.gpx', gpx(START)]);
  const id = run!.id;
  const { db } = api.context;
  // Both have read the workout before either may write.
  const both = await withMemberLock(db, own.member.userId, async () => {
    const calls = [
      own.edit<Refused>(`/cutWorkout/${id}`, HALF),
      own.edit<Refused>(`/splitWorkout/${id}`, { at: [200] }),
    ];
    await until('both wait for the lock', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      );
      return rows.length >= calls.length;
    });
    return () => Promise.all(calls);
  }).then((answers) => answers());
  const refusals = both.filter(({ status }) => status !== 200);
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.errorCode]),
    [[409, 'changed_meanwhile']],
  );
  assert.equal((await own.edits(id)).length, 1);

  const [cut, removed] = await Promise.all([
    own.edit<Refused>(`/cutWorkout/${id}`, { keep: [{ from: 0, to: 100 }] }),
    own.call('DELETE', `/workout/${id}/`),
  ]);
  assert.equal(removed.status, 204);
  assert.ok(cut.status === 200 || cut.body.errorCode === 'not_found', cut.text);
  assert.equal((await own.one(id)).status, 404);
  const undone = await Promise.all([1, 2].map(() => own.edit<Refused>(`/workoutEdits/${id}/undo`)));
  assert.ok(undone.every(({ status }) => status === 404));
});

test('[WORK-06] of two undos at once one brings it back', async () => {
  const { own, id, edit, bytes } = await halved();
  const answers = await Promise.all([1, 2].map(() => own.edit<Refused>(`/workoutEdits/${edit.id}/undo`)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.deepEqual(await own.bytes(id), bytes);
});

test('[WORK-06] an edit outlives the process that made it', async () => {
  const { own, id, edit, bytes } = await halved();
  // Another process on the same database.
  const { startApi } = await import('../../../start.ts');
  const { services } = await import('../../../services.ts');
  const { createLog } = await import('../../../kernel/server/log.ts');
  const second = await startApi(api.context.env, createLog(api.context.env), services);
  try {
    const answer = await fetch(`${second.url}${SERVICE_BASES.internal}/workoutEdits/${edit.id}/undo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.member.token}` },
    });
    assert.equal(answer.status, 200);
  } finally {
    await second.stop();
  }
  assert.deepEqual(await own.bytes(id), bytes);
});
