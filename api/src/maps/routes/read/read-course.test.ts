import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { activityIdForFileSport } from '@waymark/activities';
import { planLine, staticPlan } from '@waymark/routes';
import { fitCourse } from '../export/fit.ts';
import { readCourseFile } from './read-course.ts';

const KML = `<kml><Document><Placemark><name>Loop</name><LineString><coordinates>
  18.60,54.30 18.61,54.31 18.62,54.32</coordinates></LineString></Placemark></Document></kml>`;

test('what stands before the first element of a file does not slow its reading', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-course-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'course');
  const read = async (text: string) => {
    await writeFile(file, text);
    return readCourseFile(file);
  };
  const found = await read(`\uFEFF <?xml version="1.0"?>\n<!-- a > b --> <?x?> ${KML}`);
  assert.equal(found.name, 'Loop');
  const start = performance.now();
  for (const before of ['<!---->', ' <!---->', '<??>', ' ', '<!--', '<?'])
    await assert.rejects(read(`${before.repeat(2000)}<gone/>`));
  assert.ok(performance.now() - start < 3000, `${Math.round(performance.now() - start)} ms`);
});

test('[ROUTE-05] a course says which sport it is for, in every format that can', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-course-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'course');
  const read = async (data: string | Uint8Array) => {
    await writeFile(file, data);
    return (await readCourseFile(file)).activityTypeId;
  };
  const RIDE = activityIdForFileSport({ format: 'fit', sport: 'cycling' });
  const gpx = (type: string) =>
    `<gpx><trk><name>A</name>${type}<trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="2.1"/><trkpt lat="1" lon="2.2"/></trkseg></trk></gpx>`;
  assert.equal(await read(gpx('<type>cycling</type>')), RIDE);
  assert.equal(await read(gpx('<type>swimming with dragons</type>')), null);
  assert.equal(await read(gpx('')), null);
  assert.equal(await read(KML), null);
  const point = (lng: number) =>
    `<Trackpoint><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>${lng}</LongitudeDegrees></Position></Trackpoint>`;
  const track = `<Track>${point(2)}${point(2.1)}</Track>`;
  assert.equal(
    await read(
      `<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap>${track}</Lap></Activity></Activities></TrainingCenterDatabase>`,
    ),
    RIDE,
  );
  const whole = planLine(
    staticPlan([
      { lat: 1, lng: 2 },
      { lat: 1, lng: 2.1 },
    ]),
  );
  const created = Date.UTC(2026, 0, 1);
  const told = { name: 'A', description: '', activityTypeId: RIDE, created, points: [] };
  const course = { ...told, ...whole, n: whole.along.length, timeAt: (along: number) => created + along };
  assert.equal(await read(fitCourse(course)), RIDE);
});
