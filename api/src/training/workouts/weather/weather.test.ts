import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, WeatherAssociation } from '@waymark/api-contract';
import { gpx, importAll } from '../../imports/testing/import-files.ts';
import { keyOf } from '../../../members/share-links/testing.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { purgeDeleted } from '../purge.ts';
import { as, type As, log } from '../testing.ts';
import { sendDay, startProvider, type Provider } from './provider-testing.ts';
import { upkeep } from './upkeep.ts';
import { askWeather } from './weather-job.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let provider: Provider;
let api: TestApi;
let mine: As;
let userId: number;

before(async () => {
  provider = await startProvider();
  api = await startTestApi({
    env: { WEATHER_URL: provider.url, WEATHER_PER_MINUTE: '6000', WEATHER_ATTRIBUTION_NAME: 'Local sky' },
  });
  const member = await api.signUp();
  userId = member.userId;
  mine = as(api, member);
});
after(async () => {
  await api.stop();
  await provider.stop();
});

let runs = 0;
/** A recorded run that began so many days ago, each at another hour. */
async function run(daysAgo: number, type = 'running'): Promise<number> {
  const start = new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY + (++runs % 20) * HOUR + 600_000);
  const name = `${runs}.gpx`;
  const made = (await importAll(mine, [[name, gpx(start.toISOString(), { type })]])).get(name)!;
  assert.equal(made.state, 'ready');
  return made.workouts[0]!.id;
}
const look = async (id: number, who = mine) =>
  (await who<WeatherAssociation>('GET', `/weather/workout_association/${id}/`)).body;
const settled = (id: number, status: string) =>
  until(`weather ${status}`, async () => {
    const seen = await look(id);
    return seen.status === status && seen;
  });
const rowOf = (id: number) =>
  api.context.db.selectFrom('workout_weather').selectAll().where('workout_id', '=', id).executeTakeFirst();
/** Asks again, whenever that would be due. */
const again = async (id: number) => {
  const row = await rowOf(id);
  await askWeather(api.context, () => Promise.resolve(), { userId, workoutId: id, tries: row!.tries });
};

test('[WORK-04] weather is pending until the provider answered, and then linked', async () => {
  const held: (() => void)[] = [];
  provider.behave((response, question) => held.push(() => sendDay(response, question)));
  const id = await run(100);
  const first = await look(id);
  assert.deepEqual([first.status, first.weather, first.attribution], ['PENDING', null, null]);
  assert.equal(first._links['weather'], undefined);
  assert.equal((await look(id)).status, 'PENDING');
  await until('the slow provider was asked', () => Promise.resolve(held.length > 0));
  assert.equal((await look(id)).status, 'PENDING');
  held[0]!();
  const ready = await settled(id, 'READY');
  assert.equal(ready.weather?.temperature, new Date(ready.weather!.observed_datetime).getUTCHours() + 0.5);
  assert.deepEqual(ready.attribution, { name: 'Local sky', href: 'https://open-meteo.com/' });
  assert.equal(ready._links['weather']?.length, 1);
  assert.equal(held.length, 1, 'all looks are one question');
});

test('[WORK-04] after failures the provider is asked again, later and later, and at last let be', async (t) => {
  const id = await run(3);
  provider.behave((response) => response.writeHead(500).end());
  await look(id);
  await until('the first failure is noted', async () => (await rowOf(id))?.tries === 1);
  const waits: number[] = [];
  const at = Date.now();
  t.mock.method(api.context, 'now', () => new Date(at));
  for (let tries = 1; tries <= 5; tries++) {
    assert.equal((await look(id)).status, 'PENDING');
    await again(id);
    waits.push(Math.round(((await rowOf(id))!.next_at.getTime() - at) / 1000));
  }
  assert.deepEqual(waits, [600, 3600, 21_600, 86_400, 259_200]);
  await again(id);
  assert.equal((await look(id)).status, 'UNAVAILABLE');
  const asked = provider.asked.length;
  await look(id);
  await again(id);
  assert.equal(provider.asked.length, asked, 'it is not asked any more');
});

test('a provider that recovers is believed', async () => {
  const id = await run(4);
  provider.behave((response) => response.end('nonsense'));
  await look(id);
  await until('the first failure is noted', async () => (await rowOf(id))?.tries === 1);
  provider.behave(sendDay);
  await again(id);
  assert.equal((await look(id)).status, 'READY');
});

test('[WORK-04] what an archive does not have of long ago it will not get', async () => {
  const id = await run(200);
  provider.behave((response) => response.writeHead(400).end('{"error":true,"reason":"out of range"}'));
  await look(id);
  await settled(id, 'UNAVAILABLE');
  assert.equal((await rowOf(id))?.tries, 1);
});

test('[WORK-04] indoors or without a position there is no weather to ask for', async () => {
  const asked = provider.asked.length;
  const byHand = await log(mine);
  const inside = await run(2, 'treadmill_running');
  await mine('PUT', `/workout/${inside}/`, { activity_type_id: 25 });
  for (const id of [byHand.id, inside]) assert.equal((await look(id)).status, 'NOT_APPLICABLE');
  assert.equal(provider.asked.length, asked);
});

test('recent workouts have theirs asked for by themselves, years that are brought along only at the first look', async () => {
  provider.behave(sendDay);
  const [recent, old] = [await run(5), await run(900)];
  await mine('POST', '/workout/samples/');
  await upkeep(api.context);
  await until('the recent one is ready', async () => (await rowOf(recent))?.status === 'ready');
  assert.equal(await rowOf(old), undefined);
  const { n } = await api.context.db
    .selectFrom('workout_weather')
    .innerJoin('workouts', 'workouts.id', 'workout_weather.workout_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('source', '=', 'sample')
    .executeTakeFirstOrThrow();
  assert.equal(n, 0);
  await look(old);
  await settled(old, 'READY');
});

test('a question that a killed process left is asked at the next start', async () => {
  provider.behave(sendDay);
  const id = await run(300);
  const { db, now } = api.context;
  await db
    .insertInto('workout_weather')
    .values({
      user_id: userId,
      workout_id: id,
      status: 'pending',
      lat: 52.2,
      lng: 21.01,
      hour: new Date(Math.floor(Date.now() / HOUR) * HOUR),
      tries: 0,
      next_at: now(),
      updated_at: now(),
    })
    .execute();
  await upkeep(api.context);
  await until('it is settled', async () => (await rowOf(id))?.status === 'ready');
});

test('a workout with another start has other weather, and its own goes with it', async (t) => {
  provider.behave(sendDay);
  const id = await run(150);
  await look(id);
  const before = await settled(id, 'READY');
  const { start_at } = await api.context.db
    .selectFrom('workouts')
    .select('start_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await api.context.db
    .updateTable('workouts')
    .set({ start_at: new Date(start_at.getTime() + 2 * HOUR) })
    .where('id', '=', id)
    .execute();
  assert.equal((await look(id)).status, 'PENDING');
  const later = await settled(id, 'READY');
  assert.notEqual(later.weather?.observed_datetime, before.weather?.observed_datetime);
  await mine('DELETE', `/workout/${id}/`);
  const at = Date.now();
  t.mock.method(api.context, 'now', () => new Date(at + 25 * HOUR));
  await purgeDeleted(api.context);
  assert.equal(await rowOf(id), undefined);
});

test('[DATA-03] weather is seen by who may read the workout', async () => {
  provider.behave(sendDay);
  const stranger = as(api, await api.signUp());
  const visitor = as(api, null);
  const id = await run(170);
  await look(id);
  await settled(id, 'READY');
  for (const privacy of [0, 1, 3, 6] as Privacy[]) {
    await mine('PUT', `/workout/${id}/`, { privacy });
    const key = privacy === 6 ? `?key=${await keyOf(mine, 'workout', id)}` : '';
    for (const who of [stranger, visitor]) {
      const answer = await who('GET', `/weather/workout_association/${id}/${key}`);
      assert.equal(answer.status, privacy === 3 || privacy === 6 ? 200 : 404);
    }
  }
});

test('[WORK-04] a site without a provider says so, and keeps the weather it has', async () => {
  provider.behave(sendDay);
  const [had, none] = [await run(120), await run(121)];
  await look(had);
  await settled(had, 'READY');
  const { WEATHER_URL } = api.context.env;
  delete api.context.env.WEATHER_URL;
  assert.equal((await look(had)).status, 'READY');
  const { status, weather } = await look(none);
  assert.deepEqual([status, weather], ['NOT_CONFIGURED', null]);
  assert.equal(await rowOf(none), undefined);
  api.context.env.WEATHER_URL = WEATHER_URL;
});

test('[DATA-03] weather tells others nothing of a hidden start', async () => {
  provider.behave(sendDay);
  const id = await run(60);
  await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  await settled(id, 'READY');
  assert.equal((await look(id, as(api, null))).status, 'READY');
  const zone = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };
  const { body } = await mine<{ id: number }>('POST', '/privacy_zones/', zone);
  const seen = await look(id, as(api, null));
  assert.deepEqual([seen.status, seen.weather], ['NOT_APPLICABLE', null]);
  assert.equal((await look(id)).status, 'READY');
  await mine('DELETE', `/privacy_zones/${body.id}/`);
});
