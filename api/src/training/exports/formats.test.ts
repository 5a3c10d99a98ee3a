import assert from 'node:assert/strict';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { CATALOGUE } from '@waymark/activities/catalogue';
import { activityIdForFileSport, fitSportOf } from '@waymark/activities';
import { Decoder, Stream } from '@garmin/fitsdk';
import { SaxesParser } from 'saxes';
import { assertNear, parseOneWorkout } from '../../recordings/testing/parse-content.ts';
import { fitSample } from '../../recordings/testing/sample-fit.ts';
import { gpxSample } from '../../recordings/testing/sample-files.ts';
import { finishWorkout } from '../../recordings/finish-workout.ts';
import { newRecording } from '../../recordings/model/recording.ts';
import type { StreamKind } from '../../recordings/model/parsed-workout.ts';
import { chance } from '../sample-workouts/chance.ts';
import { sampleWorkouts } from '../sample-workouts/plans.ts';
import { fitFile } from './fit.ts';
import { fileOf, storedForm } from './export-testing.ts';
import { fitSport, gpxType, tcxSport } from '../../recordings/formats/sport-names.ts';

const SAMPLES = await sampleWorkouts(new Date('2026-05-20T10:00:00Z'), 'Europe/Zurich');
const EVENT = Buffer.from([0x41, 0, 0, 21, 0, 3]);
const OURS = /<waymark:Waymark(\w+)[^>]*>[^<]*<\/waymark:Waymark\1>\n/g;

test('[WORK-03] a FIT file passes the check of the protocol and reads the same in Garmin’s own decoder', async () => {
  const run = await parseOneWorkout(
    fitSample({ sport: 'running', points: 200, pauses: [[60, 45]], lapEvery: 50, cadence: 85 }),
  );
  const file = await fileOf('fit', storedForm(run));
  const decoder = new Decoder(Stream.fromBuffer(file));
  assert.ok(decoder.isFIT());
  assert.ok(decoder.checkIntegrity());
  const { messages, errors } = decoder.read();
  assert.deepEqual(errors, []);
  const { fileIdMesgs, recordMesgs, eventMesgs, lapMesgs, sessionMesgs, activityMesgs } = messages;
  assert.equal(fileIdMesgs![0]!.type, 'activity');
  assert.equal(recordMesgs!.length, 200);
  const { lat, heartrate, cadence, altitude } = run.streams.columns;
  for (const [i, record] of recordMesgs!.entries()) {
    assertNear((record.positionLat! * 180) / 2 ** 31, lat![i]! / 1e7, 5e-8);
    assert.equal(record.heartRate, heartrate![i]);
    assert.equal((record.cadence! + (record.fractionalCadence ?? 0)) * 2, cadence![i]);
    assertNear(record.enhancedAltitude, altitude![i]! / 100, 0.1001);
  }
  assert.deepEqual(
    eventMesgs!.map(({ eventType }) => eventType),
    ['start', 'stopAll', 'start', 'stopAll'],
  );
  assert.equal(lapMesgs!.length, run.laps.length);
  const [session] = sessionMesgs!;
  assert.equal(session!.sport, 'running');
  assertNear(session!.totalElapsedTime, run.summary.elapsed, 0.001);
  assertNear(session!.totalTimerTime, run.summary.elapsed - run.summary.paused!, 0.001);
  assertNear(session!.totalDistance, run.summary.distance!, 0.01);
  assert.equal(activityMesgs![0]!.numSessions, 1);
});

test('[WORK-03] without what only we read, a file says the same within the exactness of its format', async () => {
  const tolerance: Partial<Record<StreamKind, number>> = { cadence: 1 };
  for (const workout of SAMPLES) {
    for (const format of ['gpx', 'tcx'] as const) {
      if (format === 'gpx' && !workout.streams.columns.lat) continue;
      const text = String(await fileOf(format, storedForm(workout)));
      const plain = text.replaceAll(OURS, '');
      assert.ok(plain.length < text.length);
      const read = await parseOneWorkout(plain, 'Europe/Zurich');
      assert.equal(read.start.getTime(), workout.start.getTime());
      for (const [kind, column] of Object.entries(read.streams.columns) as [StreamKind, Int32Array][]) {
        const expected = workout.streams.columns[kind]!;
        // Distance and speed of GPX are worked out anew from the places.
        const off =
          kind === 'distance' ? 0.02 * expected.at(-1)! : kind === 'moving' ? 1 : (tolerance[kind] ?? 0);
        column.forEach((value, i) => assertNear(value, expected[i]!, off));
      }
    }
  }
});

test('[WORK-03] a file that was changed elsewhere is read as it stands', async () => {
  const run = await parseOneWorkout(gpxSample({ points: 100 }));
  const text = String(await fileOf('gpx', storedForm(run)));
  const changed = await parseOneWorkout(text.replace('<gpxtpx:hr>140<', '<gpxtpx:hr>99<'));
  assert.equal(changed.streams.columns.heartrate![0], 99);
  const cut = await parseOneWorkout(text.replace(/ {3}<trkpt[\s\S]*?<\/trkpt>\n/, ''));
  assert.equal(cut.streams.n, 99);
  const nonsense = await parseOneWorkout(text.replace(/"totals":\{/, '"totals":{"distance":-5,'));
  assert.equal(nonsense.streams.n, 100);
});

test('[WORK-03] GPX and TCX are well-formed, whatever the name says', async () => {
  const recording = newRecording({ format: 'fit', sport: 'running', subSport: null });
  recording.name = ']]> <a b="c">&d; \u0000\u0008\ud83d end';
  recording.notes = '--> <![CDATA[ x \u{1F3D4} \uFFFE';
  recording.device = '"><script>';
  const random = chance(1);
  for (let i = 0; i < 20; i++) {
    recording.samples.add(Date.UTC(2026, 4, 1, 6, 0, i));
    recording.samples.set('lat', 520_000_000 + i * 300);
    recording.samples.set('lng', 130_000_000 + random() * 100);
  }
  for (const format of ['gpx', 'tcx'] as const) {
    const text = String(await fileOf(format, storedForm(finishWorkout(recording, null))));
    const parser = new SaxesParser({ xmlns: true });
    const names = new Set<string>();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ uri, local }) => names.add(`${uri} ${local}`));
    parser.write(text).close();
    assert.ok(names.has('urn:waymark:workout:1 WaymarkDetails'));
    assert.ok(!text.includes('<script'));
  }
});

test('every activity has its own or the nearest sport of each format', () => {
  for (const { id } of CATALOGUE) {
    const own = fitSportOf(id) !== undefined;
    const fit = activityIdForFileSport({ format: 'fit', ...fitSport(id) });
    if (own) assert.equal(fit, id);
    else assert.ok(CATALOGUE.some((type) => type.id === fit));
    assert.match(gpxType(id), /^[a-z_]+$/);
    assert.match(tcxSport(id), /^(Running|Biking|Other)$/);
  }
  assert.deepEqual(fitSport(1000), { sport: 'running', subSport: 'trail' });
  assert.equal(gpxType(1000), 'trail_running');
});

test('a FIT file with very many pauses waits for its reader without its messages, and has them all', async () => {
  const pauses = 40_000;
  const run = await parseOneWorkout(fitSample({ sport: 'running', points: 10 }));
  const n = pauses * 2 + 1;
  const time = Int32Array.from({ length: n }, (_, i) => (i >> 1) * 4000 + (i % 2) * 1000);
  const timer = Int32Array.from({ length: n }, (_, i) => i * 1000);
  const workout = { ...storedForm(run), streams: { n, columns: { time, timer } } };
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const usedBytes = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = usedBytes();
  const file = await fitFile(workout);
  const held = usedBytes() - before;
  assert.ok(held < 10_000_000, `${held} bytes are held`);
  let bytes = 0;
  let events = 0;
  for await (const piece of file.pieces) {
    bytes += piece.length;
    // The definition of an event, global message 21.
    for (let at = piece.indexOf(EVENT); at >= 0; at = piece.indexOf(EVENT, at + 1)) events++;
  }
  assert.equal(bytes, file.bytes);
  assert.equal(events, 2 + 2 * pauses);
});
