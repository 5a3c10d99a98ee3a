import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ConsentStatus, HeartRateZones, Lap, User, Workout } from '@waymark/api-contract';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { answerConsents } from '../../testing/answer-consents.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { applyChangedMatrix } from './health-data.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;

const choose = (member: TestMember, health: 'accepted' | 'declined') =>
  answerConsents(api, member, { health });

let days = 0;
/** A recording with a heart rate at each point. */
const withHeartRate = () => {
  const day = new Date(Date.UTC(2026, 2, 1 + days++)).toISOString();
  const beats =
    '<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>143</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>';
  return gpx(day, { points: 60 })
    .replaceAll('</trkpt>', `${beats}</trkpt>`)
    .replace('<gpx ', '<gpx xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" ');
};

async function upload(member: TestMember): Promise<number> {
  const call = as(api, member);
  const name = `run-${days}.gpx`;
  const files = await importAll(call, [[name, withHeartRate()]]);
  return files.get(name)!.workouts[0]!.id;
}

/** Everything in which a heart rate of 143 could stand. */
async function findHeartRates(member: TestMember, id: number): Promise<string[]> {
  const main = '/services/main/v7.1';
  const get = (path: string) => api.call<Workout & { laps: Lap[] }>('GET', path, { token: member.token });
  const workout = await get(`${main}/workout/${id}/`);
  const list = await get(`${main}/workout/?user=${member.userId}`);
  const series = await get(`${main}/workout/${id}/time_series/`);
  const file = await get(`${main}/workout/${id}/export/?format=gpx`);
  const tcx = await get(`${main}/workout/${id}/export/?format=tcx`);
  const table = await get('/internal/allWorkouts/');
  const all = { workout, list, series, file, tcx, table };
  return Object.entries(all)
    .filter(([, { text }]) => /(?<![\d.])143(?![\d.])/.test(text))
    .map(([name]) => name);
}
const EVERYWHERE = ['workout', 'list', 'series', 'file', 'tcx', 'table'];

test('[PRIV-02] without the consent for health data the heart rate is not read from files; with it it is', async () => {
  const member = await api.signUp({ consents: undefined });
  const before = await upload(member);
  assert.deepEqual(await findHeartRates(member, before), []);
  const streams = await db
    .selectFrom('workout_streams')
    .select('kind')
    .where('user_id', '=', member.userId)
    .execute();
  assert.ok(streams.length > 0 && streams.every(({ kind }) => kind !== 'heartrate'));
  await choose(member, 'accepted');
  assert.deepEqual(await findHeartRates(member, await upload(member)), EVERYWHERE);
  assert.deepEqual(await findHeartRates(member, before), ['list', 'table'], 'only the second has one');
});

test('[PRIV-02] taken back, the consent hides heart rate, weight and zones from everybody; given again, they are back', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const id = await upload(member);
  await call('PUT', `/user/${member.userId}/`, { weight: 61.5 });
  const zones = [
    { name: 'easy', start: 0, end: 140 },
    { name: 'hard', start: 141, end: 220 },
  ];
  await call('POST', '/heart_rate_zones/', { zones });
  const seen = async () => {
    const self = await call<User>('GET', '/user/self/');
    const sets = await call<{ _embedded: { heart_rate_zones: HeartRateZones[] } }>(
      'GET',
      '/heart_rate_zones/',
    );
    return {
      weight: self.body.weight,
      zones: self.body.hrZones.length,
      sets: sets.body._embedded.heart_rate_zones.map(({ is_default }) => is_default),
      places: await findHeartRates(member, id),
    };
  };
  const whole = { weight: 61.5, zones: 2, sets: [false], places: EVERYWHERE };
  assert.deepEqual(await seen(), whole);
  await choose(member, 'declined');
  assert.deepEqual(await seen(), { weight: null, zones: 5, sets: [true], places: [] });
  await choose(member, 'accepted');
  assert.deepEqual(await seen(), whole);
});

test('[PRIV-02] of two answers at once the later one decides what is shown', async () => {
  const member = await api.signUp();
  for (let round = 0; round < 20; round++) {
    await Promise.all([choose(member, 'accepted'), choose(member, 'declined')]);
    const { body: status } = await api.call<ConsentStatus>('GET', '/auth/consents-status', {
      token: member.token,
    });
    const { hides_health_data: isHidden } = await db
      .selectFrom('users')
      .select('hides_health_data')
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const isGranted = status.consents.find(({ id }) => id === 'health')?.is_granted;
    assert.equal(isHidden, !isGranted, `round ${round}`);
  }
});

test('[PRIV-05] a matrix that an operator changed is applied to the members who are there', async () => {
  const member = await api.signUp();
  await db.updateTable('users').set({ hides_health_data: true }).where('id', '=', member.userId).execute();
  await applyChangedMatrix(api.context);
  const hidden = () =>
    db.selectFrom('users').select('hides_health_data').where('id', '=', member.userId).executeTakeFirst();
  assert.deepEqual(await hidden(), { hides_health_data: true }, 'the same matrix is applied once');
  await db.updateTable('applied_consent_matrix').set({ content_hash: 'of another matrix' }).execute();
  await applyChangedMatrix(api.context);
  assert.deepEqual(await hidden(), { hides_health_data: false });
});
