import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES, type Workout, type WorkoutUpdate } from '@waymark/api-contract';
import { gpx, importAll, settled } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from './testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const START = '2026-05-01T06:00:00Z';
const written = ({ notes, mood, effort }: Pick<Workout, 'notes' | 'mood' | 'effort'>) => ({
  notes,
  mood,
  effort,
});
const one = async (call: As, id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;
const change = (call: As, id: number, body: WorkoutUpdate) => call<Workout>('PUT', `/workout/${id}/`, body);

test('[WORK-02] [WORK-05] mood and effort of a workout are stored, changed, removed and copied with its notes', async () => {
  const call = as(api, await api.signUp());
  const logged = await log(call, { notes: 'Tail wind', mood: 4, effort: 7 });
  assert.deepEqual(written(logged), { notes: 'Tail wind', mood: 4, effort: 7 });
  assert.deepEqual(written((await change(call, logged.id, { mood: 2 })).body), {
    notes: 'Tail wind',
    mood: 2,
    effort: 7,
  });
  const copy = await call<Workout>('POST', `/workout/${logged.id}/copy/`, {});
  assert.deepEqual(written(copy.body), { notes: 'Tail wind', mood: 2, effort: 7 });
  assert.deepEqual(written((await change(call, logged.id, { mood: null, effort: null })).body), {
    notes: 'Tail wind',
    mood: null,
    effort: null,
  });
  assert.equal((await log(call)).mood, null);
});

test('[WORK-02] a mood beyond 1 to 5 is refused with a sentence', async () => {
  const call = as(api, await api.signUp());
  for (const mood of [0, 6, 2.5]) {
    const { status, body } = await call('POST', '/workout/', {
      activity_type_id: 16,
      start_datetime: START,
      start_locale_timezone: 'UTC',
      duration: 60,
      mood,
    });
    assert.equal(status, 400);
    assert.ok((body as { diagnostics?: Record<string, string[]> }).diagnostics?.['mood']?.[0]);
  }
});

test('[WORK-03] a recording keeps mood and notes through cut, export and import, and takes them from what it replaces', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  await log(call, { start_datetime: START, duration: 600, notes: 'Rain', mood: 1, effort: 9 });
  const waiting = (await importAll(call, [['watch.gpx', gpx(START)]])).get('watch.gpx')!;
  await call('POST', `/device/file_import/${waiting.id}/resolution/`, { choice: 'replace' });
  const { id } = (await settled(call)).find((file) => file.id === waiting.id)!.workouts[0]!;
  assert.deepEqual(written(await one(call, id)), { notes: 'Rain', mood: 1, effort: 9 });

  for (const format of ['gpx', 'tcx', 'fit']) {
    const answer = await fetch(`${api.url}${SERVICE_BASES.main}/workout/${id}/export/?format=${format}`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    const other = as(api, await api.signUp());
    const files = await importAll(other, [[`x.${format}`, new Uint8Array(await answer.arrayBuffer())]]);
    const read = await one(other, files.get(`x.${format}`)!.workouts[0]!.id);
    assert.deepEqual(written(read), { notes: 'Rain', mood: 1, effort: 9 }, format);
  }
});

test('[WORK-05] merged workouts keep the first mood that was chosen, and the notes of all', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const files = [
    ['a.gpx', gpx(START)],
    ['b.gpx', gpx('2026-05-01T06:30:00Z')],
  ] as const;
  const done = await importAll(call, files);
  const [a, b] = files.map(([name]) => done.get(name)!.workouts[0]!.id) as [number, number];
  await change(call, a, { notes: 'Out' });
  await change(call, b, { notes: 'Back', mood: 5, effort: 3 });
  const merged = await api.call<{ workouts: Workout[] }>('POST', `${SERVICE_BASES.internal}/mergeWorkouts`, {
    token: member.token,
    body: { ids: [a, b] },
  });
  assert.equal(merged.status < 300, true, merged.text);
  assert.deepEqual(written(await one(call, a)), { notes: 'Out\n\nBack', mood: 5, effort: 3 });
});
