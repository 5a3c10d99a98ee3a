import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { readEnv } from '../../../kernel/server/env.ts';
import { placeOf } from './weather-location.ts';
import { askProvider, NoWeather, readAnswer } from './provider.ts';
import { dayOf, sendDay, startProvider } from './provider-testing.ts';
import { pace } from './weather-job.ts';

const provider = await startProvider();
after(() => provider.stop());
const env = readEnv({ WEATHER_URL: provider.url });
const HOUR = new Date('2026-05-01T06:00:00Z');
const PLACE = { lat: 52.2, lng: 21.01, hour: HOUR };
const NOW = new Date('2026-09-01T00:00:00Z');
const ask = () => askProvider(env, PLACE, NOW);
/** The polyline of 38.5, -120.2 and two points more. */
const LINE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';

test('[WORK-04] the weather of the hour comes with all its figures', async () => {
  provider.behave(sendDay);
  assert.deepEqual(await ask(), {
    temperature: 6.5,
    feels_like: 5,
    humidity: 80,
    wind_speed: 4.2,
    wind_direction: 270,
    precipitation: 0.3,
    condition: 'rain',
    observed_datetime: '2026-05-01T06:00:00.000Z',
  });
  const { hourly, ...question } = Object.fromEntries(provider.asked.at(-1)!);
  assert.deepEqual(question, {
    latitude: '52.20',
    longitude: '21.01',
    start_date: '2026-05-01',
    end_date: '2026-05-01',
    wind_speed_unit: 'ms',
    timezone: 'UTC',
  });
  assert.match(hourly!, /^temperature_2m,.*,weather_code$/);
});

test('each code of the weather has its word', () => {
  const words = {
    clear: [0, 1],
    partly_cloudy: [2],
    cloudy: [3],
    fog: [45, 48],
    drizzle: [51, 53, 55, 56, 57],
    rain: [61, 63, 65, 66, 67, 80, 81, 82],
    snow: [71, 73, 75, 77, 85, 86],
    thunderstorm: [95, 96, 99],
  };
  for (const [word, codes] of Object.entries(words))
    for (const code of codes)
      assert.equal(readAnswer(JSON.stringify(dayOf('2026-05-01', code)), HOUR).condition, word, String(code));
});

test('a value that no place has is left out, and without a temperature there is no weather', () => {
  const day = dayOf('2026-05-01');
  day.hourly.relative_humidity_2m[6] = 900;
  day.hourly.wind_direction_10m = [];
  const weather = readAnswer(JSON.stringify(day), HOUR);
  assert.deepEqual([weather.humidity, weather.wind_direction, weather.wind_speed], [null, null, 4.2]);
  day.hourly.temperature_2m[6] = 400;
  assert.throws(() => readAnswer(JSON.stringify(day), HOUR), /nothing for this hour/);
});

for (const [what, how, final] of [
  ['an error', 500, false],
  ['a refusal of the date', 400, true],
  ['a redirect', 302, false],
] as const)
  test(`${what} of the provider (${how}) is no weather`, async () => {
    provider.behave((answer) => answer.writeHead(how, { location: '/elsewhere' }).end('{}'));
    await assert.rejects(ask, (error) => error instanceof NoWeather && error.final === final);
  });

for (const [what, text] of [
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['another form', '{"hourly": {"time": "06:00"}}'],
  ['a list', '[]'],
  ['a missing hour', JSON.stringify(dayOf('2026-05-01', 0, [1, 2, 3]))],
  ['another day', JSON.stringify(dayOf('2026-05-02'))],
  ['far too much', ' '.repeat(2_000_000)],
] as const)
  test(`${what} is no weather`, async () => {
    provider.behave((answer) => answer.end(text));
    await assert.rejects(ask, NoWeather);
  });

test('a provider that breaks off or hangs is left when the work has to end', async () => {
  provider.behave((answer) => answer.destroy());
  await assert.rejects(ask, NoWeather);
  const stop = new AbortController();
  provider.behave(() => stop.abort());
  await assert.rejects(() => askProvider(env, PLACE, NOW, stop.signal), NoWeather);
});

test('how long the provider wants to be left alone is heard', async () => {
  provider.behave((answer) => answer.writeHead(429, { 'retry-after': '90' }).end());
  await assert.rejects(ask, (error) => error instanceof NoWeather && error.wait === 90);
});

test('recent days are asked for where they are known', async () => {
  const recent = await startProvider();
  const both = readEnv({ WEATHER_URL: provider.url, WEATHER_RECENT_URL: recent.url });
  provider.behave(sendDay);
  await askProvider(both, PLACE, new Date('2026-05-03T00:00:00Z'));
  assert.equal(recent.asked.length, 1);
  await askProvider(both, PLACE, NOW);
  assert.equal(recent.asked.length, 1);
  await recent.stop();
});

test('the place is rounded to a kilometre and the time to the hour, so that nobody learns where a member lives', () => {
  const row = { activity_type_id: 16, start_at: new Date('2026-05-01T05:40:00Z'), polyline: LINE };
  assert.deepEqual(placeOf(row), { lat: 38.5, lng: -120.2, hour: HOUR });
  // 52.23174, 21.00672
  assert.deepEqual(placeOf({ ...row, polyline: 'kox}H_{e_C' }), { lat: 52.23, lng: 21.01, hour: HOUR });
  for (const other of [
    { polyline: null },
    { polyline: '' },
    { start_at: new Date('1939-05-01T00:00:00Z') },
    { activity_type_id: 453 },
    { activity_type_id: 25 },
    { activity_type_id: 78 },
    { activity_type_id: 0 },
  ])
    assert.equal(placeOf({ ...row, ...other }), null, JSON.stringify(other));
});

test('questions keep their distance however many come at once', async () => {
  const turn = pace(6000);
  const from = performance.now();
  const times = await Promise.all(
    Array.from({ length: 6 }, () => turn().then(() => performance.now() - from)),
  );
  times.forEach((time, at) => assert.ok(time >= at * 10 - 2, `${at}: ${time}`));
  const stop = new AbortController();
  const slow = pace(1);
  await slow(stop.signal);
  const waiting = slow(stop.signal);
  stop.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});
