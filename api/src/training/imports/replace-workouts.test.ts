import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FileImport, Gear, Workout, WorkoutUpdate } from '@waymark/api-contract';
import { endFit, fitHead, fitSample, triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { SAMPLE_START } from '../../recordings/testing/sample-files.ts';
import { addPhotos, jpeg, settled as photosOf } from '../workouts/photos/testing.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { type File, gpx, importAll, settled } from './testing/import-files.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const START = '2026-05-01T06:00:00Z';
const silent = gpx(START).replace('<name>Run</name>', '');
const telling = gpx(START, { name: 'From the file' }).replace('<type>', '<desc>Of the file</desc><type>');
const shoes = async (call: As, name: string) =>
  (await call<Gear>('POST', '/usergear/', { name, kind: 'shoes' })).body.id;
const get = async (call: As, id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;

/** Imports a file that is a duplicate of what is there, and replaces that. */
async function replaced(call: As, file: File): Promise<Workout> {
  const waiting = (await importAll(call, [file])).get(file[0])!;
  assert.equal(waiting.state, 'duplicate');
  await call('POST', `/device/file_import/${waiting.id}/resolution/`, { choice: 'replace' });
  const done = (await settled(call)).find(({ id }: FileImport) => id === waiting.id)!;
  assert.equal(done.state, 'ready');
  return get(call, done.workouts[0]!.id);
}

async function withWords(call: As, over: WorkoutUpdate = {}): Promise<{ id: number; gear: number }> {
  const gear = await shoes(call, 'Racers');
  const { id } = await log(call, {
    start_datetime: START,
    duration: 600,
    name: 'With Ola',
    notes: 'Rain all the way',
    privacy: 3,
    gear_id: gear,
    ...over,
  });
  return { id, gear };
}

test('[WORK-03] a replacement keeps what the member wrote where the file has nothing', async () => {
  const call = as(api, await api.signUp());
  const { id, gear } = await withWords(call);
  await addPhotos(call, id, [['a.jpg', await jpeg()]]);
  const now = await replaced(call, ['watch.gpx', silent]);
  assert.deepEqual(
    [now.name, now.notes, now.privacy, now.gear?.id, now.source, now.has_time_series],
    ['With Ola', 'Rain all the way', 3, gear, 'file', true],
  );
  assert.equal((await photosOf(call, now.id)).length, 1);
  assert.equal((await call('GET', `/workout/${id}/`)).status, 404);
});

test('[WORK-03] the file’s own name and notes count, and the privacy level stays', async () => {
  const call = as(api, await api.signUp());
  const { gear } = await withWords(call);
  const now = await replaced(call, ['watch.gpx', telling]);
  assert.deepEqual(
    [now.name, now.notes, now.privacy, now.gear?.id],
    ['From the file', 'Of the file', 3, gear],
  );
});

test('[WORK-03] a profile name is replaced by the member’s name, not by a default name', async () => {
  const profile = () => {
    const file = fitHead();
    file.message(18, {
      timestamp: new Date(Date.parse(START) + 600_000),
      startTime: new Date(START),
      sport: 'running',
      subSport: 'generic',
      totalElapsedTime: 600,
      totalTimerTime: 600,
      sportProfileName: 'Trail Run',
    });
    return new Uint8Array(endFit(file, Date.parse(START) + 600_000, 1));
  };
  const call = as(api, await api.signUp());
  await withWords(call);
  assert.equal((await replaced(call, ['watch.fit', profile()])).name, 'With Ola');
  const other = as(api, await api.signUp());
  await withWords(other, { name: '' });
  assert.equal((await replaced(other, ['watch.fit', profile()])).name, 'Trail Run');
});

test('[WORK-03] of several replaced workouts the nearest counts, all notes are merged, and the strictest privacy applies', async () => {
  const call = as(api, await api.signUp());
  await withWords(call, { start_datetime: '2026-05-01T06:00:40Z', privacy: 3, name: 'Later', notes: 'B' });
  await withWords(call, { start_datetime: '2026-05-01T06:00:10Z', privacy: 0, name: 'Nearer', notes: 'A' });
  const now = await replaced(call, ['watch.gpx', silent]);
  assert.deepEqual([now.name, now.notes, now.privacy], ['Nearer', 'A\n\nB', 0]);
});

test('[WORK-03] a file without a sport takes the one that the member chose', async () => {
  const call = as(api, await api.signUp());
  await withWords(call, { activity_type_id: 1000 });
  const file = silent.replace('<type>running</type>', '');
  assert.equal((await replaced(call, ['watch.gpx', file])).activity_type_id, 1000);
});

test('[WORK-03] each leg of a race that is replaced keeps its gear', async () => {
  const call = as(api, await api.signUp());
  const race = new Uint8Array(triathlonFit(400));
  const first = (await importAll(call, [['race.fit', race]])).get('race.fit')!;
  const { legs } = await get(call, first.workouts[0]!.id);
  const gear = await shoes(call, 'Race shoes');
  await call('PUT', `/workout/${legs.at(-1)!.id}/`, { gear_id: gear });
  const now = await replaced(call, ['again.fit', new Uint8Array(triathlonFit(405))]);
  const worn = await Promise.all(now.legs.map(async ({ id }) => (await get(call, id)).gear?.id ?? null));
  assert.deepEqual(worn, [null, null, null, null, gear]);
});

test('[WORK-03] replacing a recording of another day’s fit file touches nothing else', async () => {
  const call = as(api, await api.signUp());
  const { id } = await withWords(call);
  const run = new Uint8Array(fitSample({ sport: 'running', points: 100 }));
  await importAll(call, [['one.fit', run]]);
  const longer = new Uint8Array(fitSample({ sport: 'running', points: 110 }));
  const now = await replaced(call, ['two.fit', longer]);
  assert.equal(now.start_datetime, new Date(SAMPLE_START).toISOString());
  assert.equal((await get(call, id)).name, 'With Ola');
});
