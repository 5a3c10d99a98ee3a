import assert from 'node:assert/strict';
import test from 'node:test';
import { pauseEnds } from '@waymark/streams';
import { createTrueRecording } from '../../testing/true-recording.ts';
import { gpxOf } from '../../testing/xml-dialects.ts';
import { assertNear, parseContent, parseOneWorkout } from '../../testing/parse-content.ts';
import { gpxSample, SAMPLE_START } from '../../testing/sample-files.ts';
import { LIMITS } from '../../limits.ts';
import { MISSING } from '../../model/parsed-workout.ts';

const small = (points: string, head = '') =>
  `<gpx version="1.1" creator="Test"><trk>${head}<trkseg>${points}</trkseg></trk></gpx>`;
const at = (second: number) => new Date(SAMPLE_START + second * 1000).toISOString();
const line = (count: number, inner: (i: number) => string = () => '') =>
  Array.from(
    { length: count },
    (_, i) => `<trkpt lat="${52 + i * 3e-5}" lon="13"><time>${at(i)}</time>${inner(i)}</trkpt>`,
  ).join('');

test('[WORK-03] [WORK-13] a GPX run: figures, series, place and time', async () => {
  const run = await parseOneWorkout(gpxSample({ points: 1801 }));
  assert.equal(run.name, 'Morning run');
  assert.equal(run.activityTypeId, 16);
  assert.equal(run.device, 'Garmin Connect');
  assert.equal(run.start.getTime(), SAMPLE_START);
  assert.deepEqual([run.timeZone, run.timeZoneFrom], ['Europe/Berlin', 'position']);
  assertNear(run.summary.distance, 5400, 12);
  assert.deepEqual(
    [run.summary.elapsed, run.summary.active, run.summary.paused, run.summary.stopped],
    [1800, 1800, 0, 0],
  );
  assertNear(run.summary.speed!.avg, 3, 0.01);
  assertNear(run.summary.cadence!.avg, 170, 1);
  assertNear(run.summary.steps, 170 * 30, 40);
  assertNear(run.summary.heartrate!.max, 155, 0);
  assert.equal(run.streams.n, 1801);
  assert.equal(run.streams.columns.temperature![0], 180);
  assert.equal(run.streams.columns.lat![0], 525200000);
  assert.deepEqual(run.warnings, []);
});

test('[WORK-13] segments are pauses: no distance and no time is added between them', async () => {
  const pauses: [number, number][] = [
    [600, 300],
    [1200, 60],
  ];
  const ride = await parseOneWorkout(
    gpxSample({ points: 1801, speed: 8, type: 'cycling', power: true, pauses }),
  );
  assert.equal(ride.summary.elapsed, 1800 + 360);
  assertNear(ride.summary.paused, 362, 0);
  assertNear(ride.summary.active, 1798, 0);
  assertNear(ride.summary.distance, 8 * 1798, 30);
  assert.equal(ride.summary.power!.min, 0);
  assert.equal(ride.summary.power!.max, 220);
  assert.equal(ride.summary.cadence!.max, 86, 'cadence of a ride is not doubled');
});

test('[WORK-04] a stop that a file leaves out breaks the lines of the workout; points far apart on the move do not', async () => {
  const run = (second: (i: number) => number, step: (i: number) => number) => {
    const points = Array.from({ length: 200 }, (_, i) => {
      const lat =
        52 +
        Array.from({ length: i }, (_, k) => step(k + 1)).reduce((sum, meters) => sum + meters, 0) / 111_195;
      return `<trkpt lat="${lat}" lon="13"><time>${at(second(i))}</time></trkpt>`;
    });
    return parseOneWorkout(small(points.join('')));
  };
  const stop = await run(
    (i) => i * 5 + (i > 99 ? 600 : 0),
    () => 14,
  );
  assert.deepEqual(pauseEnds(stop.streams), [100]);
  const sparse = await run(
    (i) => i * 60,
    () => 170,
  );
  assert.deepEqual(pauseEnds(sparse.streams), []);
});

test('byte order marks, white space before the declaration and UTF-16 are read', async () => {
  const text = gpxSample({ points: 10, name: 'Läufer' });
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const swapped = Buffer.from(utf16).swap16();
  const windows = Buffer.from(text.replace('UTF-8', 'windows-1252'), 'latin1');
  for (const content of [text, `\uFEFF${text}`, `\n  ${text}`, utf16, swapped, windows]) {
    assert.equal((await parseOneWorkout(content)).name, 'Läufer');
  }
});

test('[WORK-03] letters of Windows and ampersands in names cost nothing that follows', async () => {
  const text = gpxSample({ points: 40 }).replace(
    /<name>[^<]*/,
    '<name>Übung & Spaß für A&B; <![CDATA[&]]> &amp; &#64;',
  );
  for (const content of [
    text,
    Buffer.from(text, 'latin1'),
    Buffer.from(text.replace(/ encoding="[^"]*"/, ''), 'latin1'),
  ]) {
    const run = await parseOneWorkout(content);
    assert.equal(run.streams.n, 40);
    assert.ok(run.name!.startsWith('Übung & Spaß für A'), run.name!);
    assert.ok(run.name!.endsWith('& & @'), run.name!);
  }
});

test('prefixes that nobody declared, dialects of extensions, entities and CDATA are read', async () => {
  const inner = (i: number) =>
    `<extensions><foo:hr>${100 + i}</foo:hr><pwr:PowerInWatts>${200 + i}</pwr:PowerInWatts>` +
    `<x:RunCadence>85</x:RunCadence><ns9:speed>3.25</ns9:speed></extensions>`;
  const head = '<name><![CDATA[Up & down]]></name><desc>caf&#233; &amp; cake&nbsp;</desc><type>9</type>';
  const { name, notes, streams, activityTypeId } = await parseOneWorkout(small(line(20, inner), head));
  assert.equal(name, 'Up & down');
  assert.match(notes!, /^café & cake/);
  assert.equal(activityTypeId, 16, 'Strava writes 9 for a run');
  const { heartrate, power, cadence, speed } = streams.columns;
  assert.deepEqual([heartrate![3], power![3], cadence![3], speed![3]], [103, 203, 170, 3250]);
});

test('several tracks are several workouts, and one without times is left out and named', async () => {
  const two = small(line(10)).replace(
    '</gpx>',
    `<trk><name>B</name><trkseg>${line(12)}</trkseg></trk></gpx>`,
  );
  assert.deepEqual(
    (await parseContent(two)).map(({ streams }) => streams.n),
    [10, 12],
  );
  const plan = two.replace('</gpx>', '<trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>');
  const workouts = await parseContent(plan);
  assert.equal(workouts.length, 2);
  assert.match(workouts[0]!.warnings.join(), /planned track was left out/);
});

test('points without a time are left out, odd values become missing ones', async () => {
  const points = line(20, (i) => (i === 4 ? '<ele>oops</ele><hr>999</hr>' : '<ele>10</ele><hr>120</hr>'));
  const workout = await parseOneWorkout(small(`<trkpt lat="52" lon="13"></trkpt>${points}`));
  assert.equal(workout.streams.n, 20);
  assert.match(workout.warnings.join(), /One point without a time left out/);
  assert.equal(workout.streams.columns.heartrate![4], MISSING);
  assert.equal(workout.streams.columns.altitude![4], MISSING);
  assert.equal(workout.summary.heartrate!.max, 120);
});

test('[WORK-03] numbers as times have to be plausible moments', async () => {
  const numbered = (time: (i: number) => string) =>
    small(
      Array.from(
        { length: 60 },
        (_, i) => `<trkpt lat="${52 + i * 3e-5}" lon="13"><time>${time(i)}</time></trkpt>`,
      ).join(''),
    );
  const run = await parseOneWorkout(numbered((i) => String(SAMPLE_START + i * 1000)));
  assert.deepEqual([run.start.getTime(), run.summary.elapsed], [SAMPLE_START, 59]);
  await assert.rejects(parseContent(numbered((i) => String(9_000_000_000_000 + i * 1000))), /not come yet/);
  // Seconds since the start are no times of day: such a track has none.
  await assert.rejects(parseContent(numbered(String)), { code: 'unreadable' });
});

test('a GPS jump adds no distance, and a wrong clock loses no workout', async () => {
  const jump = line(60).replace(`lat="${52 + 30 * 3e-5}"`, 'lat="53.5"');
  const workout = await parseOneWorkout(small(jump, '<type>running</type>'));
  assertNear(workout.summary.distance, 59 * 3e-5 * 111195, 1);
  assert.match(workout.warnings.join(), /jump farther than anyone can move left out: 1/);
  assert.ok(workout.summary.speed!.max! < 12.5);
});

test('[WORK-13] jumps to another place and back add no distance, however long the receiver stayed there', async () => {
  for (const away of [1, 30]) {
    const points = line(200).replaceAll(/lat="(52\.00[0-9]*)"/g, (text, lat: string) => {
      const i = Math.round((Number(lat) - 52) / 3e-5);
      return i >= 100 && i < 100 + away ? `lat="${Number(lat) + 0.5}"` : text;
    });
    const run = await parseOneWorkout(small(points, '<type>running</type>'));
    assertNear(run.summary.distance, 199 * 3.336, 10);
    assert.match(run.warnings.join(' '), /farther than anyone can move/);
  }
});

test('a track over the date line has narrow bounds and no line around the world', async () => {
  const points = Array.from({ length: 40 }, (_, i) => {
    const lng = 179.99 + i * 5e-4;
    return `<trkpt lat="-17" lon="${lng > 180 ? lng - 360 : lng}"><time>${at(i * 20)}</time></trkpt>`;
  }).join('');
  const { preview, summary } = await parseOneWorkout(small(points));
  assertNear(preview.bounds![0], 179.99, 1e-6);
  assertNear(preview.bounds![2], -179.9905, 1e-4);
  assertNear(summary.distance, 39 * 5e-4 * 111195 * Math.cos((17 * Math.PI) / 180), 5);
});

test('without a position the time zone offered is used, and UTC is flagged', async () => {
  const points = Array.from({ length: 5 }, (_, i) => `<trkpt><time>${at(i)}</time><hr>99</hr></trkpt>`).join(
    '',
  );
  const offered = await parseOneWorkout(small(points), 'Asia/Tokyo');
  assert.deepEqual([offered.timeZone, offered.timeZoneFrom], ['Asia/Tokyo', 'file']);
  const none = await parseOneWorkout(small(points));
  assert.deepEqual([none.timeZone, none.timeZoneFrom, none.summary.distance], ['UTC', 'none', null]);
  assert.equal(none.summary.active, 4, 'without distance all recorded time counts');
});

test('[WORK-03] links, authors, waypoints and extensions have names and types that are not the workout’s', async () => {
  const link = '<link href="https://x.test"><text>Page</text><type>text/html</type><name>Link</name></link>';
  const head = `${link}<extensions><x:type>cycling</x:type><x:name>X</x:name></extensions><type>running</type>`;
  const metadata = `<metadata><author><name>Ada</name>${link}</author><name>Park loop</name></metadata>`;
  const file = small(line(10), head).replace(
    '<trk>',
    `${metadata}<wpt lat="1" lon="1"><name>Bench</name><desc>Rest here</desc></wpt><trk>`,
  );
  const { activityTypeId, name, notes } = await parseOneWorkout(file);
  assert.deepEqual([activityTypeId, name, notes], [16, 'Park loop', null]);
  const own = await parseOneWorkout(
    file.replace('<type>running', '<name>Mine</name><desc>Wet</desc><type>running'),
  );
  assert.deepEqual([own.activityTypeId, own.name, own.notes], [16, 'Mine', 'Wet']);
});

test('[WORK-03] characters that the database refuses are removed from names', async () => {
  const head = '<name>Lo\0op \ud83d</name><desc>We\0t</desc><src>Wat\0ch</src><type>run\0ning</type>';
  const { name, notes, device, activityTypeId } = await parseOneWorkout(small(line(10), head));
  assert.deepEqual([name, notes, device, activityTypeId], ['Loop \uFFFD', 'Wet', 'Watch', 16]);
  assert.equal((await parseOneWorkout(small(line(10), '<name>\0</name>'))).name, null);
});

test('[WORK-03] trainings on several days in one track are separate workouts', async () => {
  const day = (n: number) => Array.from({ length: 60 }, (_, i) => [n, i] as const);
  const points = [0, 2, 5, 8]
    .flatMap(day)
    .map(([n, i]) => `<trkpt lat="${52 + i * 3e-5}" lon="13"><time>${at(n * 86_400 + i)}</time></trkpt>`);
  const workouts = await parseContent(small(points.join('')));
  assert.deepEqual(
    workouts.map(({ start, streams }) => [start.getTime(), streams.n]),
    [0, 2, 5, 8].map((n) => [SAMPLE_START + n * 86_400_000, 60]),
  );
});

test('[WORK-03] a log of several weeks is refused', async () => {
  const hourly = Array.from(
    { length: 24 * 20 },
    (_, i) => `<trkpt lat="52" lon="${13 + i * 1e-5}"><time>${at(i * 3600)}</time></trkpt>`,
  );
  await assert.rejects(parseContent(small(hourly.join(''))), {
    code: 'not_a_workout',
    message: /a log of 20 days/,
  });
});

test('[WORK-03] tracks of one sport that follow each other are one workout with pauses', async () => {
  const pieces = gpxOf(createTrueRecording(5, { pauses: false }), { tracksOf: 400 });
  const workout = await parseOneWorkout(pieces);
  assertNear(workout.summary.elapsed, createTrueRecording(5, { pauses: false }).elapsed, 0);
});

test('[WORK-03] unsupported formats are refused with their name and the formats to export instead', async () => {
  const files: [string, RegExp][] = [
    ['[Params]\nVersion=107\n', /Polar HRM.*TCX or GPX/],
    ['[1, 2]', /JSON data/],
    ['\n {"a": 1}', /JSON data/],
    ['{ "exportVersion": "1.3", "name": "x" }', /Polar.*TCX or GPX/],
    ['{"DeviceLog": {}}', /Suunto.*FIT or GPX/],
    ['<?xml version="1.0"?><HistoryDatabase xmlns="x"></HistoryDatabase>', /Garmin history.*TCX/],
    ['<?xml version="1.0"?><Activity fileDate="x" revision="400"></Activity>', /Sigma/],
    ['$GPRMC,081836,A,3751.65,S,14507.36,E,000.0,360.0,130998,011.3,E*62\n', /NMEA.*GPX/],
    ['AXXX001 FLIGHT:1\nHFDTE150624\n', /IGC.*GPX/],
    ['<?xml version="1.0"?><pwx xmlns="http://www.peaksware.com/PWX/1/0"></pwx>', /PWX.*TrainingPeaks/],
    ['<sml xmlns="http://www.suunto.com/schemas/sml"></sml>', /Suunto SML/],
    ['<FitnessWorkbook xmlns="http://www.zonefivesoftware.com/xmlschemas/FitnessLogbook/v2"/>', /fitlog/],
  ];
  for (const [content, message] of files) {
    await assert.rejects(parseContent(content), { code: 'not_a_workout', message });
  }
});

test('[WORK-03] a track whose points all have the same time is a planned route', async () => {
  const points = line(30).replaceAll(/<time>[^<]*/g, `<time>${at(0)}`);
  await assert.rejects(parseContent(small(points)), { code: 'planned_route' });
});

/** A route north with legs of unequal length, timed as a planner does: each leg takes its length divided by one speed. */
function plannedPoints(n: number, { speed = 4, delayMs = 0, extension = '', every = 0 } = {}): string {
  let [meters, text] = [0, ''];
  for (let i = 0; i < n; i++) {
    const lat = 52 + meters / 111_195;
    const ms = every > 0 ? i * every : (meters / speed) * 1000;
    const time = new Date(SAMPLE_START + ms + (i === 9 ? delayMs : 0)).toISOString();
    text += `<trkpt lat="${lat.toFixed(7)}" lon="13"><ele>40</ele><time>${time}</time>${extension}</trkpt>`;
    meters += 20 + ((i * 37) % 61);
  }
  return text;
}

test('[WORK-03] a track with times computed from a constant speed is a planned route', async () => {
  await assert.rejects(parseContent(small(plannedPoints(60))), { code: 'planned_route' });
  // One leg at another speed, a sensor, or too few legs: it was recorded.
  const heart = '<extensions><hr>140</hr></extensions>';
  for (const points of [
    plannedPoints(60, { delayMs: 700 }),
    plannedPoints(60, { extension: heart }),
    plannedPoints(15),
  ]) {
    assert.ok((await parseOneWorkout(small(points))).summary.distance! > 500);
  }
});

test('[WORK-03] a track with times of a constant speed that are rounded to the second is a planned route', async () => {
  const rounded = (points: string) =>
    points.replaceAll(/<time>([^<]*)/g, (_, time: string) => {
      const second = new Date(Math.round(Date.parse(time) / 1000) * 1000).toISOString();
      return `<time>${second}`;
    });
  await assert.rejects(parseContent(small(rounded(plannedPoints(60, { speed: 2.5 })))), {
    code: 'planned_route',
  });
  // Less than ten minutes at one speed, or five seconds of a rest, are of somebody who went there.
  const short = rounded(plannedPoints(40, { speed: 4 }));
  const rested = rounded(plannedPoints(60, { speed: 2.5, delayMs: 5000 }));
  for (const points of [short, rested]) {
    assert.ok((await parseOneWorkout(small(points))).summary.distance! > 500);
  }
});

test('[WORK-03] a recording of 200,000 points with fractions of a second and no sensor is read', async () => {
  const points = Array.from({ length: 200_000 }, (_, i) => {
    const time = new Date(SAMPLE_START + i * 400 + (i % 3) * 17).toISOString();
    return `<trkpt lat="${(52 + i * 1e-5).toFixed(6)}" lon="13"><time>${time}</time></trkpt>`;
  });
  assert.equal((await parseOneWorkout(small(points.join('')))).streams.n, 200_000);
});

test('[WORK-03] a track at whose times nobody could have been there is a planned route', async () => {
  // As a service writes a course: some milliseconds from point to point.
  await assert.rejects(parseContent(small(plannedPoints(60, { every: 28 }))), { code: 'planned_route' });
  // Some jumps of a receiver, or times in whole seconds, are of a recording.
  const jumps = plannedPoints(60, { speed: 6 }).replaceAll(/lat="52[.](0001|0002|0003)/g, 'lat="53.$1');
  for (const points of [jumps, plannedPoints(60, { every: 1000, speed: 50 })]) {
    assert.ok((await parseOneWorkout(small(points))).streams.n > 50);
  }
});

test('[WORK-03] places alone and times in an unknown form are no planned route', async () => {
  const track = gpxSample({ points: 40 });
  const places = '<gpx><wpt lat="47" lon="8"><time>2024-05-01T08:00:00Z</time></wpt></gpx>';
  await assert.rejects(parseContent(places), { code: 'not_a_workout', message: /waypoints/ });
  const unread = track.replaceAll(/<time>[^<]*/g, '<time>Wed May 01 2024');
  await assert.rejects(parseContent(unread), { code: 'unreadable', message: /times in this GPX/ });
  const untimed = track.replaceAll(/<time>[^<]*<\/time>/g, '<time></time>');
  await assert.rejects(parseContent(untimed), { code: 'planned_route' });
});

test('[WORK-03] a file with more pauses than a workout can have is refused; segments without points count once', async () => {
  const segments = (count: number, inner: (i: number) => string) =>
    `<trk>${Array.from({ length: count }, (_, i) => `<trkseg>${inner(i)}</trkseg>`).join('')}</trk>`;
  const point = (i: number) => `<trkpt lat="52" lon="13"><time>${at(i)}</time></trkpt>`;
  const file = (...tracks: string[]) => `<gpx version="1.1" creator="Test">${tracks.join('')}</gpx>`;
  const many = LIMITS.breaksPerWorkout + 2;
  await assert.rejects(parseContent(file(segments(many, point))), {
    code: 'too_big',
    message: /more than 50,000 pauses/,
  });
  // Tracks that follow each other are one workout.
  const half = LIMITS.breaksPerWorkout / 2 + 2;
  await assert.rejects(
    parseContent(
      file(
        segments(half, point),
        segments(half, (i) => point(half + i)),
      ),
    ),
    { code: 'too_big', message: /more than 50,000 pauses/ },
  );
  const sparse = segments(many, (i) => (i < 2 || i === many - 1 ? point(Math.min(i, 2) * 60) : ''));
  assert.equal((await parseOneWorkout(file(sparse))).streams.n, 3);
});
