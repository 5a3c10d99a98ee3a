import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { activityIdForFileSport } from '@waymark/activities';
import { LIMITS } from '../limits.ts';
import { motionForSport } from '../streams/motion.ts';
import { FitBytes, type FitField, fitTime } from '../testing/fit-bytes.ts';
import { fitOf } from '../testing/fit-dialects.ts';
import { createTrueRecording } from '../testing/true-recording.ts';
import { gpxOf, tcxOf } from '../testing/xml-dialects.ts';
import { assertNear, parseContent, parseOneWorkout } from '../testing/parse-content.ts';
import { parseFile } from '../parse-file.ts';

const START = Date.UTC(2026, 3, 5, 6, 30);
const METERS_PER_DEGREE = 111_195;

type Line = { count?: number; fromSecond?: number; stepMeters?: number; point?: (i: number) => string };

/** Points on the way north, one a second. */
const line = ({ count = 120, fromSecond = 0, stepMeters = 3, point }: Line = {}, tag = 'trkpt'): string =>
  Array.from({ length: count }, (_, i) => {
    const lat = (52 + (i * stepMeters) / METERS_PER_DEGREE).toFixed(7);
    const time = `<time>${new Date(START + (fromSecond + i) * 1000).toISOString()}</time>`;
    return `<${tag} lat="${lat}" lon="13">${point ? point(i) : time}</${tag}>`;
  }).join('');
const route = (points: string) => `<rte><name>Evening loop</name><type>running</type>${points}</rte>`;
const track = (points: string) => `<trk><type>running</type><trkseg>${points}</trkseg></trk>`;
const gpx = (inner: string) => `<?xml version="1.0"?>\n<gpx version="1.1" creator="Test">${inner}</gpx>`;

test('[WORK-03] a GPX route whose points carry the times of a movement is a workout', async () => {
  const run = await parseOneWorkout(gpx(route(line({}, 'rtept'))));
  assert.deepEqual([run.name, run.activityTypeId, run.start.getTime()], ['Evening loop', 16, START]);
  assertNear(run.summary.distance, 119 * 3, 1);
  assert.equal(run.summary.elapsed, 119);
  assert.deepEqual(run.warnings, []);
});

test('[WORK-03] routes without times, with the times at which their points were set, or in disorder are planned', async () => {
  for (const points of [
    line({ point: () => '' }, 'rtept'),
    line({ stepMeters: 900 }, 'rtept'),
    line({ fromSecond: 60 }, 'rtept') + line({}, 'rtept'),
  ]) {
    await assert.rejects(parseContent(gpx(route(points))), { code: 'planned_route' });
  }
  const beside = await parseOneWorkout(
    gpx(route(line({ count: 40 }, 'rtept')) + track(line({ fromSecond: 900 }))),
  );
  assert.deepEqual([beside.streams.n, beside.start.getTime()], [120, START + 900_000]);
  assert.match(beside.warnings.join(' '), /route with times beside it was left out/);
});

test('[WORK-03] GPX and TCX files that were appended to each other are all read', async () => {
  const first = gpx(track(line()));
  const second = gpx(track(line({ count: 90, fromSecond: 86_400 })));
  for (const between of ['', '\n', '\0\0\0', '\uFEFF\n<!-- next -->']) {
    const workouts = await parseContent(first + between + second);
    assert.deepEqual(
      workouts.map(({ streams, start }) => [streams.n, start.getTime()]),
      [
        [120, START],
        [90, START + 86_400_000],
      ],
    );
    assert.deepEqual(workouts[0]!.warnings, []);
  }
  const cut = await parseContent(first + second.slice(0, second.length * 0.8));
  assert.equal(cut.length, 2);
  assert.match(cut[1]!.warnings.join(' '), /ends in the middle/);
  const [early, late] = [1, 2].map((seed) => tcxOf(createTrueRecording(seed)));
  assert.equal((await parseContent(early! + early!)).length, 1, 'the same workout twice is one');
  assert.equal((await parseContent(early! + late!)).length, 2);
});

test('[WORK-03] broken markup is told as damage, the end of a file as that, and entities of HTML as neither', async () => {
  const named = (point: number, name: string) =>
    gpx(
      track(
        line({
          point: (i) => `<time>${new Date(START + i * 1000).toISOString()}</time>${i === point ? name : ''}`,
        }),
      ),
    );
  const entities = await parseOneWorkout(named(60, '<name>Caf&eacute; &nbsp; &unknown; A & B &#xZ;</name>'));
  assert.deepEqual([entities.streams.n, entities.warnings], [120, []]);
  const broken = await parseOneWorkout(named(60, '<name>Hill</nam'));
  assert.ok(broken.streams.n >= 60 && broken.streams.n < 120, `${broken.streams.n} points`);
  assert.deepEqual(broken.warnings, ['Part of the file is damaged. Everything before that place was kept.']);
  // So many errors of entities are no slips of a name any more.
  const flood = await parseOneWorkout(named(60, `<name>${'&unknown;'.repeat(1000)}</name>`));
  assert.deepEqual(flood.warnings, ['Part of the file is damaged. Everything before that place was kept.']);
  const whole = named(-1, '');
  const cut = await parseOneWorkout(whole.slice(0, whole.indexOf('<trkpt', whole.length * 0.6)));
  assert.deepEqual(cut.warnings, ['The file ends in the middle. Everything before that place was kept.']);
});

test('[WORK-03] what follows a document and cannot be read is named, and so many documents are read only', async () => {
  // Extensions whose names begin like the root are no documents.
  const hearts = line({
    point: (i) => `<time>${new Date(START + i * 1000).toISOString()}</time><gpxtpx:hr>99</gpxtpx:hr>`,
  });
  const extended = await parseOneWorkout(gpx(track(hearts)));
  assert.deepEqual([extended.streams.n, extended.warnings], [120, []]);
  const followed = await parseOneWorkout(`${gpx(track(line()))}<!DOCTYPE gpx><gpx></gpx>`);
  assert.equal(followed.streams.n, 120);
  const other = await parseOneWorkout(gpx(track(line())) + tcxOf(createTrueRecording(1)));
  assert.match(other.warnings.join(' '), /Other documents follow/);
  // The tag that closes the first document lies on the border of two pieces.
  const document = gpx(track(line()));
  for (let border = 0; border < 6; border++) {
    const padded = document.replace('</gpx>', `${' '.repeat(65_536 - document.length + border + 1)}</gpx>`);
    assert.equal((await parseContent(padded + gpx(track(line({ fromSecond: 86_400 }))))).length, 2);
  }
  const hostile = await parseOneWorkout(`${gpx(track(line()))}<gpx>${'<a>'.repeat(LIMITS.depth + 1)}`);
  assert.match(hostile.warnings.join(' '), /Other documents follow/);
  const many = await parseOneWorkout(gpx(track(line())) + '<gpx></gpx>'.repeat(500_000));
  assert.match(many.warnings.join(' '), /Other documents follow/);
});

test('[WORK-03] tags and attributes in capitals are read', async () => {
  const upper = (text: string) => text.replaceAll(/<\/?[\w:]+|[\w:]+(?==")/g, (name) => name.toUpperCase());
  const truth = createTrueRecording(3);
  for (const content of [gpxOf(truth), tcxOf(truth)]) {
    const [plain, capitals] = [await parseOneWorkout(content), await parseOneWorkout(upper(content))];
    assert.deepEqual(capitals.summary, plain.summary);
    assert.deepEqual([capitals.start, capitals.laps], [plain.start, plain.laps]);
    assert.equal(capitals.activityTypeId, plain.activityTypeId);
  }
});

test('[WORK-03] longitudes in attributes called lng, long or longitude are read', async () => {
  for (const name of ['lng', 'long', 'longitude', 'LON']) {
    const run = await parseOneWorkout(gpx(track(line().replaceAll('lon="', `${name}="`))));
    assertNear(run.summary.distance, 119 * 3, 1);
  }
});

test('[WORK-03] points without a time between others are left out and counted', async () => {
  const withGaps = line({
    point: (i) => (i % 10 === 5 ? '' : `<time>${new Date(START + i * 1000).toISOString()}</time>`),
  });
  const run = await parseOneWorkout(gpx(track(withGaps)));
  assert.equal(run.streams.n, 108);
  assert.match(run.warnings.join(' '), /^12 points without a time left out\.$/);
  assertNear(run.summary.distance, 119 * 3, 1);
  assert.deepEqual([run.summary.elapsed, run.summary.paused], [119, 0]);
});

test('[WORK-03] a gzipped file that ends too early is read as far as it goes, from a minute on', async () => {
  const truth = createTrueRecording(4);
  for (const content of [gpxOf(truth), tcxOf(truth), fitOf(truth)]) {
    const packed = gzipSync(content);
    const cut = packed.subarray(0, Math.floor(packed.length * 0.7));
    const onDisk = await parseOneWorkout(cut);
    const [inMemory] = await parseFile(cut, { name: 'x' });
    for (const workout of [onDisk, inMemory!]) {
      assert.equal(workout.start.getTime(), truth.start);
      assert.ok(workout.summary.elapsed > truth.elapsed * 0.4 && workout.summary.elapsed < truth.elapsed);
      assert.match(workout.warnings.join(' '), /ends in the middle/);
    }
    const stub = packed.subarray(0, 150);
    await assert.rejects(parseContent(stub), { code: 'truncated', message: /\.gz file ends too early/ });
    await assert.rejects(parseFile(stub, { name: 'x' }), { code: 'truncated' });
  }
});

test('[WORK-03] GPX and TCX without their closing tags are read as far as they go', async () => {
  const truth = createTrueRecording(4);
  for (const content of [gpxOf(truth), tcxOf(truth)]) {
    const workout = await parseOneWorkout(content.slice(0, content.length * 0.7));
    assert.ok(workout.summary.elapsed > truth.elapsed * 0.5);
    assert.match(workout.warnings.join(' '), /ends in the middle/);
  }
});

test('[WORK-03] words for sports in German, French, Spanish, Italian and Dutch, and every number that Strava writes, are known', () => {
  const sports: [string, string, number][] = [
    ['running', 'Laufen Joggen Course_à_pied course-a-pied Correr Carrera Corsa Hardlopen', 16],
    ['cycling', 'Radfahren Vélo Cyclisme Ciclismo Bicicleta Bicicletta Fietsen', 11],
    ['hiking', 'Wandern Randonnée Senderismo Escursionismo', 24],
    ['walking', 'Gehen Spaziergang Marche Caminata Camminata Wandelen', 9],
    ['swimming', 'Schwimmen Natation Natación Nuoto Zwemmen', 15],
    ['mountain biking', 'Mountainbiken VTT Ciclismo_de_montaña', 19],
    ['rowing', 'Rudern Aviron Remo Canottaggio Roeien', 2200],
    ['football', 'Fußball Fútbol Calcio Voetbal', 2000],
    ['indoor running', 'Laufband Tapis_de_course Cinta_de_correr Tapis_roulant Loopband', 25],
  ];
  for (const [sport, names, id] of sports) {
    for (const name of names.split(' ')) {
      for (const format of ['gpx', 'tcx'] as const) {
        assert.equal(activityIdForFileSport({ format, sport: name }), id, `${name} is ${sport}`);
      }
    }
  }
  assert.equal(activityIdForFileSport({ format: 'gpx', sport: 'Lopen' }), 1);
  // Every number of Strava's but 11, a workout of any kind, and 20, which nobody has seen.
  for (let number = 1; number <= 53; number++) {
    const isSport = (number <= 31 || number >= 51) && number !== 11 && number !== 20;
    assert.equal(
      activityIdForFileSport({ format: 'gpx', sport: String(number) }) !== 1,
      isSport,
      `${number}`,
    );
  }
  assert.equal(motionForSport({ format: 'gpx', sport: 'Vélo', subSport: null }).movingAbove, 4 / 3.6);
  assert.equal(motionForSport({ format: 'gpx', sport: 'Course à pied', subSport: null }).onFoot, true);
});

test('[WORK-03] words for sports of Apple, Polar, Samsung, Komoot and Garmin, in either order, are known', () => {
  const words: Record<string, number> = {
    HKWorkoutActivityTypeRunning: 16,
    HKWorkoutActivityTypeTraditionalStrengthTraining: 12,
    EBikeRide: 634,
    EMountainBikeRide: 1240,
    RUNNING_TREADMILL: 25,
    BIKING_MOUNTAIN: 19,
    'Outdoor Cycling': 11,
    WALKING_NORDIC: 1352,
    CLASSIC_XC_SKIING: 1606,
    FREESTYLE_XC_SKIING: 1601,
    CIRCUIT_TRAINING: 3667,
    ULTRARUNNING_RUNNING: 1007,
    'Openwater swimming': 20,
    mtb_advanced: 19,
    citybike: 11,
    unicycle: 1119,
    bikeToRunTransition_v2: 1900,
    scuba_diving: 2211,
    motocross_v2: 2951,
    ice_hockey: 1608,
    softball: 2540,
    handcycling: 1108,
  };
  for (const [sport, id] of Object.entries(words)) {
    for (const format of ['gpx', 'tcx'] as const) {
      assert.equal(activityIdForFileSport({ format, sport }), id, sport);
    }
  }
  // Some devices write the kind of a sport and no sport.
  const bySubSport = { treadmill: 25, yoga: 78, lap_swimming: 1500, indoor_cycling: 453, generic: 1 };
  for (const [subSport, id] of Object.entries(bySubSport)) {
    assert.equal(activityIdForFileSport({ format: 'fit', sport: 'generic', subSport }), id, subSport);
  }
  assert.equal(motionForSport({ format: 'fit', sport: 'generic', subSport: 'treadmill' }).onFoot, true);
  assert.equal(motionForSport({ format: 'gpx', sport: 'mtb_easy', subSport: null }).movingAbove, 4 / 3.6);
});

test('[WORK-13] heart rate, cadence and power that the records lack are those of the session', async () => {
  for (const recorded of [false, true]) {
    const file = new FitBytes().message(0, [[0, 'enum', 4]]);
    for (let second = 0; second <= 600; second++) {
      const noValues = [3, 4].map((field): FitField => [field, 'u8', null]);
      const fields: FitField[] = recorded ? [...noValues, [7, 'u16', null]] : [];
      file.message(20, [[253, 'u32', fitTime(START + second * 1000)], [5, 'u32', second * 800], ...fields]);
    }
    file.message(18, [
      [253, 'u32', fitTime(START + 600_000)],
      [2, 'u32', fitTime(START)],
      [5, 'enum', 2],
      [7, 'u32', 600_000],
      [8, 'u32', 600_000],
      [9, 'u32', 480_000],
      [16, 'u8', 141],
      [17, 'u8', 166],
      [18, 'u8', 84],
      [20, 'u16', 213],
      [21, 'u16', 480],
    ]);
    const { summary } = await parseOneWorkout(file.bytes());
    assert.deepEqual([summary.power!.avg, summary.power!.max], [213, 480]);
    assert.deepEqual([summary.heartrate!.avg, summary.heartrate!.max, summary.cadence!.avg], [141, 166, 84]);
  }
});
