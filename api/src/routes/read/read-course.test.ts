import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
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
