import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { CaloriesResponse, ErrorBody, User, Workout, WorkoutUpdate } from '@waymark/api-contract';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { answerConsents } from '../../testing/answer-consents.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { as, log, RUN } from '../../training/workouts/testing.ts';

const api = await startTestApi();
after(() => api.stop());

const choose = (member: TestMember, health: 'accepted' | 'declined') =>
  answerConsents(api, member, { health });
const ZONES = [
  { name: 'easy', start: 0, end: 140 },
  { name: 'hard', start: 141, end: 220 },
];

test('[PRIV-02] a member who declined health data cannot enter any; each refusal names the field and leads to the choice', async () => {
  const member = await api.signUp({ country: 'DE' });
  const call = as(api, member);
  const plain = await log(call, { start_datetime: '2026-04-01T07:30:00+02:00' });
  await choose(member, 'declined');
  const self = `/user/${member.userId}/`;
  const refused: [method: string, path: string, body: Record<string, unknown>, fields: string[]][] = [
    ['PUT', self, { weight: 71.5, first_name: 'Uma' }, ['weight']],
    ['POST', '/workout/', { ...RUN, heartrate_avg: 151 }, ['heartrate_avg']],
    [
      'POST',
      '/workout/',
      { ...RUN, heartrate_avg: 151, heartrate_max: 177 },
      ['heartrate_avg', 'heartrate_max'],
    ],
    ['PUT', `/workout/${plain.id}/`, { heartrate_max: 177, name: 'Fast' }, ['heartrate_max']],
    ['POST', '/heart_rate_zones/', { zones: ZONES }, ['zones']],
    ['POST', '/threshold_power/', { watts: 250 }, ['watts']],
  ];
  for (const [method, path, body, fields] of refused) {
    const answer = await call<ErrorBody>(method, path, body);
    assert.deepEqual([answer.status, answer.body.error], [403, 'health_consent_needed'], `${method} ${path}`);
    assert.deepEqual(Object.keys(answer.body.diagnostics ?? {}), fields);
    assert.deepEqual(answer.body.field_problems?.[fields[0]!], [{ code: 'health_consent_needed' }]);
    assert.match(answer.body.error_description, /privacy_center\/consents\/edit/);
  }
  await choose(member, 'accepted');
  const { body: user } = await call<User>('GET', '/user/self/');
  assert.deepEqual(
    [user.weight, user.first_name, user.hrZones.length],
    [null, 'Ola', 5],
    'nothing half stored',
  );
  const list = await call<{ total_count: number }>('GET', `/workout/?user=${member.userId}`);
  assert.equal(list.body.total_count, 1);
  const { body: workout } = await call<Workout>('GET', `/workout/${plain.id}/`);
  assert.deepEqual([workout.name, workout.aggregates.heartrate_max], ['Morning run', null]);
  assert.equal((await call<{ total_count: number }>('GET', '/threshold_power/')).body.total_count, 0);
});

test('[PRIV-02] health data of a member who was never asked is taken, where the law does not ask for a consent', async () => {
  const member = await api.signUp({ country: 'US', state: 'TX', consents: undefined });
  const call = as(api, member);
  assert.equal((await call('PUT', `/user/${member.userId}/`, { weight: 71.5 })).status, 200);
  assert.equal((await log(call, { heartrate_avg: 151 })).aggregates.heartrate_avg, 151);
});

test('[PRIV-02] a form that sends back the nulls of hidden health data neither erases it nor is refused', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  await call('PUT', `/user/${member.userId}/`, { weight: 71.5 });
  const typed = await log(call, { heartrate_avg: 151, heartrate_max: 177, energy: 2_500_000 });
  const beats =
    '<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>143</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>';
  const recording = gpx('2026-03-01T07:00:00Z')
    .replaceAll('</trkpt>', `${beats}</trkpt>`)
    .replace('<gpx ', '<gpx xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" ');
  const recorded = (await importAll(call, [['run.gpx', recording]])).get('run.gpx')!.workouts[0]!;
  await choose(member, 'declined');
  assert.equal((await call('PUT', `/user/${member.userId}/`, { weight: null, title: 'Runner' })).status, 200);
  const nulls: WorkoutUpdate = { heartrate_avg: null, heartrate_max: null, name: 'Renamed' };
  for (const [id, change] of [
    [typed.id, { ...nulls, energy: null }],
    [recorded.id, nulls],
  ] as const) {
    const answer = await call<Workout>('PUT', `/workout/${id}/`, change);
    assert.deepEqual([answer.status, answer.body.name], [200, 'Renamed'], answer.text);
  }
  await choose(member, 'accepted');
  assert.equal((await call<User>('GET', '/user/self/')).body.weight, 71.5);
  const figures = async (id: number) => {
    const { heartrate_avg, heartrate_max, metabolic_energy_total } = (
      await call<Workout>('GET', `/workout/${id}/`)
    ).body.aggregates;
    return [heartrate_avg, heartrate_max, metabolic_energy_total];
  };
  assert.deepEqual(await figures(typed.id), [151, 177, 2_500_000]);
  assert.deepEqual((await figures(recorded.id)).slice(0, 2), [143, 143]);
  await call('PUT', `/user/${member.userId}/`, { weight: null });
  await call('PUT', `/workout/${typed.id}/`, { heartrate_avg: null });
  assert.equal((await call<User>('GET', '/user/self/')).body.weight, null, 'with consent null erases');
  assert.deepEqual((await figures(typed.id)).slice(0, 2), [null, 177]);
});

test('[PRIV-02] a copy that is made while health data is hidden holds none, and calories go by an assumed weight', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  await call('PUT', `/user/${member.userId}/`, { weight: 95 });
  const from = await log(call, { heartrate_avg: 151, energy: 2_500_000 });
  await choose(member, 'declined');
  const copied = await call<Workout>('POST', `/workout/${from.id}/copy/`, {});
  assert.equal(copied.status, 201, copied.text);
  const calories = await call<CaloriesResponse>(
    'GET',
    '/workout/calculate/calories/?activity_type=16&duration=3600&distance=10000',
  );
  assert.equal(calories.body.weight_assumed, true);
  await choose(member, 'accepted');
  const { body: copy } = await call<Workout>('GET', `/workout/${copied.body.id}/`);
  assert.deepEqual([copy.aggregates.heartrate_avg, copy.load], [null, null]);
  assert.deepEqual(
    [copy.energy_estimated, copy.aggregates.metabolic_energy_total],
    [true, calories.body.energy],
  );
});
