import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { readGpx } from './gpx/read-gpx.ts';
import { FileProblem } from '../file-problem.ts';
import type { Recording } from '../model/recording.ts';
import { gpxSample, tcxSample } from '../testing/sample-files.ts';
import { readTcx } from './tcx/read-tcx.ts';
import type { ReadOptions } from '../xml/xml-reader.ts';

type Reader = (path: string, reading: ReadOptions) => Recording[];

/** Everything a reader found, or the code of its refusal, in a form that can be compared. */
function found(read: Reader, path: string, fast: boolean): unknown {
  try {
    return read(path, { fast }).map(({ samples, name, notes, breaks, laps, warnings, totals }) => ({
      described: { name, notes, breaks, laps, warnings, totals },
      at: samples.at.slice(0, samples.n),
      columns: Object.fromEntries(
        Object.entries(samples.columns).map(([kind, values]) => [kind, values.slice(0, samples.n)]),
      ),
    }));
  } catch (error) {
    assert.ok(error instanceof FileProblem, String(error));
    return error.code;
  }
}

async function inFolder(work: (write: (content: string | Buffer) => Promise<string>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-block-'));
  try {
    await work(async (content) => {
      await writeFile(join(folder, 'file'), content);
      return join(folder, 'file');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const gpx = gpxSample({ points: 700, name: 'Über den Berg', pauses: [[300, 60]] });
const tcx = tcxSample({ points: 700, lapEvery: 200, pauses: [[50, 30]] });

test('the block scanner reads what saxes reads, across pieces and in every spelling of a point', () =>
  inFolder(async (write) => {
    const point = '<trkpt lat="1.5" lon="2"><time>2026-04-05T08:00:00Z</time>';
    const spellings = [
      gpx,
      gpx.replaceAll('\n', '\r\n'),
      gpx.replaceAll(/\s*\n\s*/g, ''),
      gpx.replaceAll('"', "'"),
      gpx.replaceAll('trkpt', 'g:trkpt'),
      gpx.replaceAll('<trkpt lat', '<trkpt\n lat').replaceAll('</ele>', '</ele >'),
      gpx.replaceAll('</trkpt>', '<name>A &amp; B</name></trkpt>'),
      gpx.replaceAll('</trkpt>', '<fix/><!-- <trkpt> --></trkpt>'),
      gpx.replaceAll('<ele>', '<ele><![CDATA[5]]></ele><ele>'),
      gpx.replace('</trkseg>', `<!-- ${point}</trkpt> --><![CDATA[${point}</trkpt>]]></trkseg>`),
      gpx.replace('</trkseg>', `${point}${point}</trkpt></trkpt></trkseg>`),
      gpx.replace('</trkseg>', `${point}<a><b></a></b></trkpt></trkseg>`),
      gpx.replace('</trkseg>', `${point}${'<x>'.repeat(70)}${'</x>'.repeat(70)}</trkpt></trkseg>`),
      gpx.replace('<name>', '<name lang="de" lang="en">'),
    ];
    for (const [index, content] of spellings.entries()) {
      const path = await write(content);
      assert.deepEqual(found(readGpx, path, true), found(readGpx, path, false), `spelling ${index}`);
    }
    for (const content of [tcx, tcx.replaceAll('\n', ''), tcx.replaceAll('Value>', 'x:Value>')]) {
      const path = await write(content);
      assert.deepEqual(found(readTcx, path, true), found(readTcx, path, false));
    }
  }));

test('the block scanner and saxes agree on damaged files', () =>
  inFolder(async (write) => {
    let state = 20260405;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state % below;
    };
    const scraps = [
      '<',
      '>',
      '"',
      '&',
      '&amp;',
      '/',
      '</trkpt>',
      '<trkpt',
      '<!--',
      '-->',
      ']]>',
      ' ',
      '\0',
      '=',
      ';',
      'x',
    ];
    const small = gpxSample({ points: 60 });
    for (let round = 0; round < 400; round++) {
      let content = small;
      for (let edits = 1 + random(3); edits > 0; edits--) {
        const at = random(content.length);
        content = content.slice(0, at) + scraps[random(scraps.length)]! + content.slice(at + random(12));
      }
      const path = await write(content);
      assert.deepEqual(found(readGpx, path, true), found(readGpx, path, false), `round ${round}`);
    }
  }));
