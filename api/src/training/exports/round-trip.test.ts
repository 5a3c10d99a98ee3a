import assert from 'node:assert/strict';
import test from 'node:test';
import { finishWorkout } from '../../recordings/finish-workout.ts';
import { parseContent } from '../../recordings/testing/parse-content.ts';
import { newRecording, type Recording } from '../../recordings/model/recording.ts';
import { fitSample, poolSwimFit, triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { gpxSample, tcxSample } from '../../recordings/testing/sample-files.ts';
import type { FileFormat, ParsedWorkout } from '../../recordings/model/parsed-workout.ts';
import { chance } from '../sample-workouts/chance.ts';
import { sampleWorkouts } from '../sample-workouts/plans.ts';
import { roundTrip, same } from './export-testing.ts';

const FORMATS: FileFormat[] = ['fit', 'gpx', 'tcx'];
const SPORTS = [
  ['running', 'trail'],
  ['cycling', 'road'],
  ['swimming', 'open_water'],
  ['hiking', null],
  ['alpine_skiing', null],
  ['hockey', null],
  ['generic', null],
] as const;
const NAMES = [
  '',
  'Früh am See',
  '<b>&amp; ]]> "quotes"',
  '👟 家族 ‏עברית',
  'tab\there',
  'ctrl \u0007\u0000 \ud800 end',
  '=1+1',
];
const NOTES = ['', 'one\ntwo\r\nthree ]]> <x/> & \u0001', '🏔️'.repeat(300), 'x'.repeat(9_999)];

/** A recording such as no device would dare to write, from one number. */
function imagined(seed: number): Recording {
  const random = chance(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const [sport, subSport] = pick(SPORTS);
  const recording = newRecording({ format: 'fit', sport, subSport });
  recording.name = pick(NAMES);
  recording.notes = pick(NOTES);
  recording.device = pick([null, 'Ünder <Armour> & co', 'Watch 3']);
  const has = {
    track: random() < 0.8,
    heart: random() < 0.7,
    cadence: random() < 0.6,
    power: random() < 0.4,
  };
  const more = {
    altitude: random() < 0.7,
    distance: random() < 0.5,
    speed: random() < 0.4,
    warm: random() < 0.4,
  };
  const holes = random() * 0.3;
  const points = pick([1, 2, 3, 40, 400]);
  let at = Date.UTC(2018 + Math.floor(random() * 8), 11, 31, 23, 50, 0) + pick([0, 137]);
  let [lat, lng] = [random() * 160 - 80, pick([179.999, -0.001, 13.4])];
  let meters = 0;
  for (let i = 0; i < points; i++) {
    const { samples } = recording;
    samples.add(at);
    const there = () => random() >= holes;
    if (has.track && there()) {
      samples.set('lat', lat * 1e7);
      samples.set('lng', (((lng + 540) % 360) - 180) * 1e7);
    }
    if (more.altitude && there()) samples.set('altitude', (random() * 60 - 430) * 100);
    if (more.distance && there()) samples.set('distance', meters * 100);
    if (more.speed && there()) samples.set('speed', random() * 3000);
    if (more.warm && there()) samples.set('temperature', (random() * 60 - 30) * 10);
    if (has.heart && there()) samples.set('heartrate', 60 + random() * 120);
    if (has.cadence && there()) samples.set('cadence', 20 + random() * 180);
    if (has.power && there()) samples.set('power', random() * 900);
    if (random() < 0.05) recording.laps.push(lapAt(at));
    const step = pick([1000, 1000, 1000, 250, 4000, 1337]);
    if (random() < 0.03) {
      recording.pauses.push([at + 200, at + 60_200]);
      at += 60_000;
    } else if (random() < 0.04) {
      recording.breaks.push(i + 1);
      at += 900_000;
    }
    at += step;
    meters += random() * 3;
    lat += random() * 2e-5;
    lng += random() * 2e-5;
  }
  recording.totals = {
    ...recording.totals,
    elapsed: points,
    timer: points,
    energy: random() < 0.5 ? 777_777 : null,
  };
  if (random() < 0.5) recording.totals.steps = 1235;
  return recording;
}

const lapAt = (start: number): Recording['laps'][number] => ({
  start,
  elapsed: null,
  active: null,
  distance: null,
  ascent: null,
  descent: null,
  heartrateAvg: 141.25,
  heartrateMax: null,
  cadenceAvg: null,
  powerAvg: null,
  speedAvg: null,
  speedMax: null,
  trigger: 'manual',
});

const takes = (format: FileFormat, workout: ParsedWorkout): boolean =>
  format !== 'gpx' || [workout, ...workout.legs].every(({ streams }) => streams.columns.lat !== undefined);

async function holds(workout: ParsedWorkout, label: string): Promise<void> {
  for (const format of FORMATS) {
    if (!takes(format, workout)) continue;
    try {
      same(await roundTrip(format, workout), workout);
    } catch (error) {
      throw new Error(`${label} as ${format}: ${(error as Error).message}`, { cause: error });
    }
  }
}

test('[WORK-03] [WORK-13] what is exported and imported again is the same workout, whatever it holds', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    await holds(finishWorkout(imagined(seed), 'Europe/Zurich'), `workout ${seed}`);
  }
});

test('[WORK-03] the sample workouts come back the same', async () => {
  for (const workout of await sampleWorkouts(new Date('2026-05-20T10:00:00Z'), 'Europe/Zurich')) {
    await holds(workout, workout.name!);
  }
});

test('[WORK-03] files of devices come back the same: pauses, pool lengths, laps without points', async () => {
  const files: [string, string | Uint8Array][] = [
    [
      'gpx',
      gpxSample({
        points: 500,
        pauses: [
          [100, 90],
          [300, 7],
        ],
        power: true,
      }),
    ],
    ['tcx', tcxSample({ points: 500, pauses: [[100, 90]], lapEvery: 77, every: 2 })],
    [
      'fit',
      fitSample({
        sport: 'running',
        points: 300,
        pauses: [[50, 40]],
        lapEvery: 60,
        lat: -77.8,
        lng: 179.9999,
      }),
    ],
    ['ride', fitSample({ sport: 'cycling', points: 300, speed: 9, power: true, gps: false })],
    ['pool', poolSwimFit({ lengths: 20, pool: 25, secondsPerLength: 31, restEvery: 4, rest: 20 })],
  ];
  for (const [label, file] of files) await holds((await parseContent(file, 'Europe/Zurich'))[0]!, label);
});

test('[WORK-03] a triathlon comes back with its legs in every format', async () => {
  const [workout] = await parseContent(triathlonFit(400));
  assert.equal(workout!.legs.length, 5);
  workout!.name = 'Sea & <hill>';
  await holds(workout!, 'triathlon');
});
