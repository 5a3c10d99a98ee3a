import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import test, { after, before } from 'node:test';
import { Decoder, Stream } from '@garmin/fitsdk';
import type { RoutePoint } from '@waymark/api-contract';
import {
  decodePlan,
  encodePlan,
  estimatedSeconds,
  makeSegment,
  paceOf,
  type Plan,
  planLine,
} from '@waymark/routes';
import { SaxesParser } from 'saxes';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As, northFrom, save } from '../testing.ts';

let api: TestApi;
let owner: As;
let token: string;
before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  token = member.token;
  owner = as(api, member);
});
after(() => api.stop());

const FORMATS = ['gpx', 'tcx', 'fit', 'kml'] as const;
type Format = (typeof FORMATS)[number];
type Course = {
  name: string;
  points: RoutePoint[];
  warnings: string[];
  error: string;
  error_description: string;
};

async function download(
  id: number,
  format: Format,
): Promise<{ bytes: Buffer<ArrayBuffer>; headers: Headers }> {
  const answer = await fetch(`${api.url}/services/main/v7.1/route/${id}/export/?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

async function read(bytes: Uint8Array<ArrayBuffer> | string, name = 'course.gpx') {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const { status, body } = await owner<Course>('POST', '/route/read_file/', form);
  return { status, ...body };
}

const NOTES = [
  ['Turn left onto Rue <de> l’Église & on', false],
  ['Bear right', false],
  ['Continue', false],
  ['Water ~ here: \\ 🥾', true],
] as const;

/** Two segments, heights with a gap, turns and a note. */
function drawn(): Plan {
  const line = Float64Array.from({ length: 80 }, (_, i) => (i % 2 ? 52 + i / 1000 : 21 + Math.sin(i) / 100));
  const elevation = Float64Array.from({ length: 40 }, (_, i) => (i === 7 ? NaN : 100 + i * 1.5));
  const whole = planLine({ start: { lat: line[1]!, lng: line[0]! }, segments: [makeSegment(line, 1)] });
  const notes = NOTES.map(([instructions, isCustomNote], i) => {
    const at = i * 9 + 3;
    return {
      instructions,
      isCustomNote,
      lat: line[at * 2 + 1]!,
      lng: line[at * 2]!,
      distance: whole.along[at]!,
    };
  });
  return { start: { lat: line[1]!, lng: line[0]! }, segments: [makeSegment(line, 1, { elevation, notes })] };
}

for (const format of FORMATS)
  test(`[ROUTE-08] ${format}: what is exported reads back as the same course, turns and notes at their places`, async () => {
    const plan = drawn();
    const { id } = await save(owner, { name: 'River <b>“loop”</b> & co', points: encodePlan(plan) });
    const { bytes, headers } = await download(id, format);
    assert.match(
      headers.get('content-disposition')!,
      new RegExp(`attachment; filename="River.*\\.${format}"`),
    );
    const back = await read(bytes, 'whatever.bin');
    assert.equal(back.status, 200);
    assert.deepEqual(back.warnings, []);
    assert.equal(back.name, format === 'tcx' ? 'River <b>“loop”' : 'River <b>“loop”</b> & co');
    const [was, is] = [planLine(plan), planLine(decodePlan(back.points))];
    assert.equal(is.line.length, was.line.length);
    was.line.forEach((value, i) => assert.ok(Math.abs(value - is.line[i]!) < 2e-7));
    was.elevation!.forEach((height, i) =>
      Number.isNaN(height)
        ? assert.ok(Number.isNaN(is.elevation![i]))
        : assert.ok(Math.abs(height - is.elevation![i]!) <= 0.11),
    );
    const notes = decodePlan(back.points).segments.flatMap((segment) => segment.notes);
    const byPlace = notes.toSorted((a, b) => a.distance - b.distance);
    assert.deepEqual(
      byPlace.map(({ instructions, isCustomNote }) => [instructions, isCustomNote]),
      NOTES.map(([text, own]) => [text, own]),
    );
    byPlace.forEach(({ distance }, i) =>
      assert.ok(Math.abs(distance - plan.segments[0]!.notes[i]!.distance) < 1, String(distance)),
    );
  });

test('[ROUTE-05] [ROUTE-08] a file takes the time that the pages estimate, by activity and climb', async () => {
  const points = encodePlan(drawn());
  const marathon = 1026;
  for (const activity_type_id of [9, marathon, 1117, 1154]) {
    const { id, distance, ascent } = await save(owner, { activity_type_id, points });
    const tcx = (await download(id, 'tcx')).bytes.toString();
    const seconds = Number(/<TotalTimeSeconds>([\d.]+)</u.exec(tcx)?.[1]);
    const expected = estimatedSeconds(paceOf(activity_type_id, 1), { distance, ascent });
    assert.ok(Math.abs(seconds - expected) < 5, `${activity_type_id}: ${seconds} s, not ${expected}`);
  }
});

test('[ROUTE-08] GPX, TCX and KML are well-formed XML whatever the names are', async () => {
  const points = encodePlan(drawn());
  const { id } = await save(owner, { name: ']]> <a b="c">&d; \u0008 end', description: '<script>&', points });
  for (const format of ['gpx', 'tcx', 'kml'] as const) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => assert.fail(`${format}: ${error.message}`));
    parser.write((await download(id, format)).bytes.toString()).close();
  }
});

test("[ROUTE-08] the FIT course is one to Garmin's own decoder: sport, lap, records that go on, course points", async () => {
  const { id } = await save(owner, { name: 'Loop', activity_type_id: 11, points: encodePlan(drawn()) });
  const { bytes } = await download(id, 'fit');
  const decoder = new Decoder(Stream.fromBuffer(bytes));
  assert.ok(decoder.checkIntegrity());
  const { messages, errors } = decoder.read();
  assert.deepEqual(errors, []);
  assert.equal(messages.fileIdMesgs![0]!.type, 'course');
  assert.equal(messages.courseMesgs![0]!.sport, 'cycling');
  assert.equal(messages.lapMesgs!.length, 1);
  assert.deepEqual(
    messages.coursePointMesgs!.map(({ type }) => type),
    ['left', 'slightRight', 'straight', 'generic'],
  );
  const records = messages.recordMesgs!;
  assert.equal(records.length, 40);
  records.forEach((record, i) => {
    if (i === 0) return;
    assert.ok(record.distance! > records[i - 1]!.distance!);
    assert.ok(Number(record.timestamp) >= Number(records[i - 1]!.timestamp));
  });
});

test('[ROUTE-08] a course of 100,000 points is exported and read in every format', async () => {
  const points = northFrom(10, 20, 100_000).map((point, i) =>
    Object.assign(point, { lat: 10 + i / 5e4, lng: 20 + Math.cos(i / 700) }),
  );
  const { id } = await save(owner, { points });
  for (const format of FORMATS) {
    const back = await read((await download(id, format)).bytes);
    assert.equal(back.points.length, 100_000, format);
  }
});

const track = (points: string, inside = '') =>
  `<?xml version="1.0"?><gpx version="1.1">${inside}<trk><name>T</name><trkseg>${points}</trkseg></trk></gpx>`;
const TWO = '<trkpt lat="1" lon="2"><ele>5</ele></trkpt><trkpt lat="1.01" lon="2"/>';

test('[ROUTE-08] a planned GPX route, one of several tracks, a KML track and a gzipped file are read', async () => {
  const planned = await read(
    '<gpx><rte><name>Plan</name><rtept lat="1" lon="2"><name>Start</name></rtept><rtept lat="1.01" lon="2.02"/></rte></gpx>',
  );
  assert.deepEqual([planned.name, planned.points.filter(({ order }) => order > 0).length], ['Plan', 2]);
  const several = await read(
    track(
      `${TWO}<trkpt lat="1.02" lon="2"/>`,
      '<trk><trkseg><trkpt lat="8" lon="8"/><trkpt lat="9" lon="9"/></trkseg></trk>',
    ),
  );
  assert.equal(several.points[0]!.lat, 1);
  assert.match(several.warnings[0]!, /holds 2 courses/);
  const kml = await read(
    '<?xml version="1.0"?>\n<kml xmlns:gx="g"><Document><Placemark><gx:Track><gx:coord>2 1 7</gx:coord><gx:coord>2 1.01 8</gx:coord></gx:Track></Placemark></Document></kml>',
    'My tour.kml',
  );
  assert.deepEqual([kml.name, kml.points.map(({ elevation }) => elevation)], ['My tour', [7, 8]]);
  assert.equal((await read(new Uint8Array(gzipSync(track(TWO))), 'a.gpx.gz')).points.length, 2);
  const cut = await read(track(TWO).slice(0, -20));
  assert.match(cut.warnings[0]!, /damaged or cut off/);
});

const BAD: [what: string, bytes: string, code: string, sentence: RegExp][] = [
  ['nothing', '', 'empty', /empty/],
  ['a page', '<!doctype html><html></html>', 'not_a_course', /We read courses from GPX, TCX, FIT and KML/],
  ['a picture', '\u0089PNG....', 'not_a_course', /We read courses/],
  ['text', 'hello there', 'not_a_course', /We read courses/],
  ['a zip', 'PK\u0003\u0004........', 'is_zip', /Unpack it/],
  ['a track without points', track(''), 'no_points', /no points on the map/],
  ['one point', track('<trkpt lat="1" lon="2"/>'), 'no_points', /no points/],
  [
    'places off the globe',
    track('<trkpt lat="100" lon="2"/><trkpt lat="101" lon="2"/>'),
    'no_points',
    /no points/,
  ],
  [
    'a doctype',
    `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "b">]>${track(TWO).slice(21)}`,
    'doctype',
    /document type/,
  ],
  ['a KML with a doctype', '<kml><!DOCTYPE kml><Document/></kml>', 'damaged', /damaged/],
  [
    'a KML without lines',
    '<kml><Document><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>',
    'no_points',
    /no points/,
  ],
  ['a torn KML', '<kml><Document><Placemark><Line', 'damaged', /damaged/],
  ['a deep KML', `<kml>${'<Folder>'.repeat(2000)}`, 'too_deep', /deeper/],
];
for (const [what, bytes, code, sentence] of BAD)
  test(`[ROUTE-08] ${what} is no course, and a sentence says so`, async () => {
    const answer = await read(what === 'a picture' ? new Uint8Array(Buffer.from(bytes, 'latin1')) : bytes);
    assert.deepEqual([answer.status, answer.error], [422, code]);
    assert.match(answer.error_description, sentence);
  });

test('[ROUTE-08] no file at all gets a sentence', async () => {
  const form = new FormData();
  form.append('note', 'x');
  const answer = await owner<Course>('POST', '/route/read_file/', form);
  assert.equal(answer.status, 400);
  assert.match(answer.body.error_description, /Choose a file/);
});

test('[ROUTE-05] a course with thousands of turns is read with as many notes as a route keeps, and can be saved', async () => {
  const course = (turns: number, words: string) =>
    `<gpx version="1.1" creator="t"><rte>${Array.from(
      { length: turns },
      (_, i) => `<rtept lat="${52 + i / 10_000}" lon="21"><desc>${words} ${i}</desc></rtept>`,
    ).join('')}</rte></gpx>`;
  const cases = [
    [2500, 'Turn left onto Church Street', 2000],
    [2500, `Long ${'~:'.repeat(400)}`, 307],
    [2, `x${'🥾'.repeat(3000)}`, 2],
  ] as const;
  for (const [turns, words, kept] of cases) {
    const { status, points, warnings } = await read(course(turns, words));
    assert.equal(status, 200);
    const notes = decodePlan(points).segments.flatMap((segment) => segment.notes);
    assert.deepEqual([notes.length, warnings.length], [kept, turns === kept ? 0 : 1]);
    assert.ok(notes.every(({ instructions }) => !instructions.includes('\uFFFD')));
    if (turns !== kept) assert.match(warnings[0]!, new RegExp(`2500 notes\\. The first ${kept} were taken`));
    await save(owner, { points });
  }
});

test('[ROUTE-05] the name of a course is cut to what a route takes, and a character goes as a whole', async () => {
  const { name, points } = await read(
    `<gpx version="1.1" creator="t"><rte><name>x${'🥾'.repeat(150)}</name><rtept lat="52" lon="21"/><rtept lat="52.1" lon="21"/></rte></gpx>`,
  );
  assert.equal(name, `x${'🥾'.repeat(99)}`);
  await save(owner, { name, points });
});
