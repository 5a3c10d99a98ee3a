import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Profile } from '@garmin/fitsdk';
import type { Workout } from '@waymark/api-contract';
import { fitHead, writeLeg } from '../../recordings/testing/sample-fit.ts';
import { SAMPLE_START } from '../../recordings/testing/sample-files.ts';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { attributionsOf } from './attributions.ts';
import { as, type As } from './testing.ts';

const { DEVICE_INFO, SESSION } = Profile.MesgNum as Record<'DEVICE_INFO' | 'SESSION', number>;
let api: TestApi;
let mine: As;
let visitor: As;

before(async () => {
  api = await startTestApi();
  mine = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

const badges = (device: string | null) => attributionsOf({ device, gadgets: [] }, 'self');

const FAMILIES: Record<string, string[]> = {
  smartwatch_garmin: [
    'Garmin Forerunner 945',
    'Forerunner245 Music',
    'Garmin Fenix 6 Pro',
    'fēnix 7X',
    'Garmin Epix Gen 2',
    'Garmin Venu 2',
    'Garmin vívoactive 4',
    'Garmin Instinct Solar',
    'Garmin Enduro',
    'Garmin MARQ Athlete',
    'Garmin FR235',
  ],
  smartwatch_apple: ['Apple Watch', 'StravaGPX Apple Watch Series 6', 'Apple Watch Ultra'],
  smartwatch_other: [
    'Polar Vantage V2',
    'Polar Grit X',
    'Polar M430',
    'Suunto 9 Peak',
    'Suunto',
    'COROS PACE 2',
    'Fitbit Versa 3',
    'Samsung Galaxy Watch4',
    'Gear S3',
    'Google Pixel Watch',
    'HUAWEI WATCH GT 2',
    'Amazfit T-Rex 2',
    'TicWatch Pro',
    'TomTom Runner 3',
  ],
  foot_pod: ['Stryd', 'Garmin Foot Pod', 'Polar Stride Sensor', 'MilestonePod'],
};

for (const [family, devices] of Object.entries(FAMILIES))
  test(`[WORK-04] ${family} is known by its devices`, () => {
    for (const device of devices) assert.deepEqual(badges(device), [family], device);
  });

test('[WORK-04] devices that are no watch and no pod have no badge', () => {
  for (const device of [
    null,
    '',
    'Garmin',
    'Garmin Edge 530',
    'Garmin eTrex 30',
    'Garmin Connect',
    'Wahoo ELEMNT BOLT',
    'COROS DURA',
    'Polar H10',
    'Strava iPhone App',
    'Instincts unknown',
    'Waymark',
    'Fruity 235',
  ])
    assert.deepEqual(badges(device), [], String(device));
});

test('[WORK-04] a device that coaches the stride has its badge for its owner only', () => {
  for (const device of ['UA HOVR Machina', 'RunScribe Plus']) {
    assert.deepEqual(badges(device), ['foot_pod', 'gait_coaching']);
    for (const relation of ['friend', 'other', 'visitor'] as const)
      assert.deepEqual(attributionsOf({ device, gadgets: [] }, relation), ['foot_pod']);
  }
});

let day = 0;
/** A run from a FIT file whose messages are as told. @returns the badges for its owner and for others */
async function recorded(sport: string, device: Record<string, unknown> | null, dynamics = false) {
  const start = SAMPLE_START + ++day * 86_400_000;
  const file = fitHead();
  if (device) file.message(DEVICE_INFO, { timestamp: new Date(start), deviceIndex: 3, ...device });
  const end = writeLeg(file, { points: 120, sport }, start);
  if (dynamics)
    file.message(SESSION, {
      timestamp: new Date(end),
      startTime: new Date(start),
      sport,
      subSport: 'generic',
      totalElapsedTime: (end - start) / 1000,
      totalTimerTime: (end - start) / 1000,
      avgVerticalOscillation: 88.5,
      avgStanceTime: 245,
    });
  const name = `${day}.fit`;
  const done = (await importAll(mine, [[name, new Uint8Array(file.bytes())]])).get(name)!;
  const { id } = done.workouts[0]!;
  await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  const seen = async (who: As) => (await who<Workout>('GET', `/workout/${id}/`)).body.attributions;
  return [await seen(mine), await seen(visitor)];
}

test('[WORK-04] the sensors that a FIT file lists count too: a pod by its kind or its maker', async () => {
  const watch = ['smartwatch_garmin'];
  const both = ['foot_pod', 'smartwatch_garmin'];
  assert.deepEqual(await recorded('running', null), [watch, watch]);
  const pod = { sourceType: 'antplus', deviceType: 124, manufacturer: 'garmin' };
  assert.deepEqual(await recorded('running', pod), [both, both]);
  assert.deepEqual(await recorded('running', { sourceType: 'bluetoothLowEnergy', manufacturer: 'stryd' }), [
    both,
    both,
  ]);
  const strap = { sourceType: 'antplus', deviceType: 120, manufacturer: 'garmin' };
  assert.deepEqual(await recorded('running', strap), [watch, watch]);
  assert.deepEqual(await recorded('cycling', pod), [watch, watch], 'nobody rides on a pod');
});

test('[WORK-04] running dynamics in a recording are gait coaching, for its owner only', async () => {
  assert.deepEqual(await recorded('running', null, true), [
    ['smartwatch_garmin', 'gait_coaching'],
    ['smartwatch_garmin'],
  ]);
});

test('[WORK-04] a file that names no known device has no badge', async () => {
  const done = (await importAll(mine, [['plain.gpx', gpx('2026-03-03T08:00:00Z')]])).get('plain.gpx')!;
  const { body } = await mine<Workout>('GET', `/workout/${done.workouts[0]!.id}/`);
  assert.deepEqual(body.attributions, []);
});
