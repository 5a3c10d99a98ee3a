import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ErrorBody,
  type HeartRateZones,
  SERVICE_BASES,
  type ThresholdPower,
  type Workout,
  zoneCalls,
} from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { sameId, saveRepeatedly } from '../../../testing/repeated-saves.ts';
import { as, type As, log } from '../testing.ts';

let api: TestApi;
let stranger: As;
let visitor: As;

before(async () => {
  api = await startTestApi();
  stranger = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

type Sets = { _embedded: { heart_rate_zones: HeartRateZones[] }; total_count: number };
type Powers = { _embedded: { threshold_powers: ThresholdPower[] }; total_count: number };

/** Three touching zones up to a top. */
const upTo = (top: number) => [
  { name: 'easy', start: 0, end: 120 },
  { name: 'steady', start: 121, end: 150 },
  { name: 'hard', start: 151, end: top },
];
const DEFAULT = [
  [0, 108],
  [109, 125],
  [126, 144],
  [145, 162],
  [163, 180],
];
const limits = (zones: { start: number; end: number }[]) => zones.map(({ start, end }) => [start, end]);
const sets = async (who: As) => (await who<Sets>('GET', '/heart_rate_zones/')).body;
const make = (who: As, zones: unknown, valid_from?: string) =>
  who<HeartRateZones & ErrorBody>('POST', '/heart_rate_zones/', { zones, ...(valid_from && { valid_from }) });
const on = (who: As, day: string) => log(who, { start_datetime: `${day}T08:00:00Z` });

test('[ACCT-06] without zones of their own a member has the usual five', async () => {
  const me = as(api, await api.signUp());
  const list = await sets(me);
  assert.equal(list.total_count, 0);
  const [only] = list._embedded.heart_rate_zones;
  assert.deepEqual([only?.id, only?.created_datetime, only?.is_default], [null, null, true]);
  assert.deepEqual(limits(only!.zones), DEFAULT);
  assert.deepEqual(limits((await on(me, '2026-05-01')).hrZones), DEFAULT);
});

test('[ACCT-06] the latest set made before a workout applies to it, and back-dating moves it', async () => {
  const me = as(api, await api.signUp());
  const run = await on(me, '2026-05-01');
  const early = await on(me, '2026-01-01');
  const zones = async (id: number) => limits((await me<Workout>('GET', `/workout/${id}/`)).body.hrZones);
  const now = await make(me, upTo(200));
  assert.equal(now.status, 201);
  assert.deepEqual(await zones(run.id), DEFAULT, 'made after the workout');
  const march = await make(me, upTo(185), '2026-03-01T00:00:00Z');
  const april = await make(me, upTo(190), '2026-04-01T00:00:00+02:00');
  assert.deepEqual(await zones(run.id), limits(upTo(190)));
  assert.deepEqual(await zones(early.id), DEFAULT);
  assert.deepEqual(
    (await sets(me))._embedded.heart_rate_zones.map(({ id }) => id),
    [now.body.id, april.body.id, march.body.id],
  );
  await me('DELETE', `/heart_rate_zones/${april.body.id}/`);
  assert.deepEqual(await zones(run.id), limits(upTo(185)), 'the one before applies again');
  const instead = await make(me, upTo(187), '2026-03-01T00:00:00Z');
  assert.deepEqual(await zones(run.id), limits(upTo(187)));
  assert.deepEqual(
    (await sets(me))._embedded.heart_rate_zones.map(({ id }) => id),
    [now.body.id, instead.body.id],
  );
  const profile = await me<{ hrZones: { start: number; end: number }[] }>('GET', '/user/self/');
  assert.deepEqual(limits(profile.body.hrZones), limits(upTo(200)));
});

test('[ACCT-06] training load follows the zones', async () => {
  const me = as(api, await api.signUp());
  const run = await log(me, { heartrate_avg: 150, start_datetime: '2026-05-01T08:00:00Z' });
  const load = async () => (await me<Workout>('GET', `/workout/${run.id}/`)).body.load;
  const usual = await load();
  assert.ok(usual !== null);
  const made = await make(me, upTo(165), '2026-03-01T00:00:00Z');
  await until('the load is higher', async () => (await load())! > usual);
  await me('DELETE', `/heart_rate_zones/${made.body.id}/`);
  await until('the load is as it was', async () => (await load()) === usual);
});

test('[ACCT-06] zones that are not whole, rising and touching are refused with a sentence for each', async () => {
  const me = as(api, await api.signUp());
  const zone = (start: number, end: number, name = 'z') => ({ name, start, end });
  const cases: [unknown[], string, RegExp][] = [
    [
      [zone(0, 100), zone(102, 150)],
      'zones',
      /^Zone 2 begins at 102\. It should begin at 101, right above zone 1\.$/,
    ],
    [[zone(0, 100), zone(90, 150)], 'zones', /^Zone 2 begins at 90\./],
    [[zone(0, 100), zone(101, 101)], 'zones', /^Zone 2 ends at 101, which is not above/],
    [[zone(120, 100), zone(101, 150)], 'zones', /^Zone 1 ends at 100/],
    [[zone(0, 100), zone(101, 150, ' ')], 'zones', /^Zone 2 needs a name/],
    [[zone(0, 100)], 'zones', /^Give at least two zones\.$/],
    [Array.from({ length: 9 }, (_, i) => zone(i * 10, i * 10 + 9)), 'zones', /^Give at most eight zones\.$/],
    [[zone(0, 100.5), zone(101, 150)], 'zones.0.end', /^Zones are whole beats a minute\.$/],
    [[zone(-1, 100), zone(101, 150)], 'zones.0.start', /^Heart rate is between 0 and 260\.$/],
    [[zone(0, 100), zone(101, 261)], 'zones.1.end', /^Heart rate is between 0 and 260\.$/],
  ];
  for (const [zones, field, sentence] of cases) {
    const answer = await make(me, zones);
    assert.equal(answer.status, 400);
    assert.match(answer.body.diagnostics?.[field]?.[0] ?? JSON.stringify(answer.body), sentence);
  }
  const future = await make(me, upTo(180), new Date(Date.now() + 86_400_000).toISOString());
  assert.deepEqual(future.body.diagnostics, {
    valid_from: ['This is in the future. Choose today or an earlier day.'],
  });
  assert.equal((await sets(me)).total_count, 0);
});

test('[WORK-04] the threshold power that applied stands beside a workout, for its owner only', async () => {
  const me = as(api, await api.signUp());
  const { id } = await log(me, { privacy: 3, start_datetime: '2026-05-01T08:00:00Z' });
  const seen = async (who: As) => (await who<Workout>('GET', `/workout/${id}/`)).body.threshold_power;
  const set = (watts: number, valid_from?: string) =>
    me<ThresholdPower & ErrorBody>('POST', '/threshold_power/', { watts, valid_from });
  assert.equal(await seen(me), null);
  const now = await set(280);
  assert.equal(await seen(me), null);
  await set(240, '2026-01-01T00:00:00Z');
  const april = await set(260, '2026-04-01T00:00:00Z');
  assert.equal(await seen(me), 260);
  for (const who of [stranger, visitor]) assert.equal(await seen(who), null);
  await me('DELETE', `/threshold_power/${april.body.id}/`);
  assert.equal(await seen(me), 240);
  const list = await me<Powers>('GET', '/threshold_power/');
  assert.deepEqual(
    list.body._embedded.threshold_powers.map(({ watts }) => watts),
    [280, 240],
  );
  assert.equal(list.body._embedded.threshold_powers[0]?.id, now.body.id);
  for (const watts of [29, 701])
    assert.deepEqual((await set(watts)).body.diagnostics, {
      watts: ['Threshold power is between 30 and 700 watts.'],
    });
  assert.equal((await set(250.5)).status, 400);
});

for (const [name, call] of Object.entries(zoneCalls))
  test(`[DATA-03] another member's zones and threshold, ${name} (${call.method})`, async () => {
    const member = await api.signUp();
    const me = as(api, member);
    const zones = (await make(me, upTo(185), '2026-03-01T00:00:00Z')).body;
    const power = (await me<ThresholdPower>('POST', '/threshold_power/', { watts: 250 })).body;
    const path = call.path.replace(':id', String(name === 'remove' ? zones.id : power.id));
    const body = { create: { zones: upTo(190) }, powerCreate: { watts: 200 } }[name];
    assert.equal((await visitor(call.method, path, body)).status, 401);
    const theirs = await stranger(call.method, path, body);
    if (path !== call.path) assert.equal(theirs.status, 404);
    if (name === 'list') assert.equal((await stranger('GET', `${path}?user=${member.userId}`)).status, 403);
    assert.deepEqual((await sets(me))._embedded.heart_rate_zones, [zones]);
    assert.deepEqual((await me<Powers>('GET', '/threshold_power/')).body._embedded.threshold_powers, [power]);
  });

test('[SESS-06] [ACCT-06] zones and a threshold that are saved again are one entry each', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const me = as(api, members[0]);
  const zones = await saveRepeatedly<HeartRateZones>(api, {
    path: `${SERVICE_BASES.main}/heart_rate_zones/`,
    body: { zones: upTo(190) },
    changed: { zones: upTo(195) },
    refused: { zones: [] },
    members,
  });
  const set = sameId(zones.answers);
  assert.notEqual(zones.theirs.id, set);
  assert.deepEqual((await sets(me))._embedded.heart_rate_zones, [zones.answers[0]]);
  await me('DELETE', `/heart_rate_zones/${String(set)}/`);
  assert.equal((await zones.repeat()).status, 404);
  const runners = [await api.signUp(), await api.signUp()] as const;
  const power = await saveRepeatedly<ThresholdPower>(api, {
    path: `${SERVICE_BASES.main}/threshold_power/`,
    body: { watts: 250 },
    changed: { watts: 260 },
    refused: { watts: 5000 },
    members: runners,
  });
  const threshold = sameId(power.answers);
  assert.notEqual(power.theirs.id, threshold);
  const { body } = await as(api, runners[0])<Powers>('GET', '/threshold_power/');
  assert.deepEqual(body._embedded.threshold_powers, [power.answers[0]]);
});
