import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type HostileFile, hostileZips } from './hostile-zips.ts';
import type { FileProblemCode } from '@waymark/api-contract';
import { gpxSample, tcxDocument, tcxSample } from './sample-files.ts';
import { FitBytes, type FitDeveloperField, type FitField, fitTime } from './fit-bytes.ts';
import { fitHead, fitSample } from './sample-fit.ts';

const MB = 1024 * 1024;

const bytes = (name: string, content: string | Buffer, expect: HostileFile['expect']): HostileFile => ({
  name,
  write: (path) => writeFile(path, content),
  expect,
});

/** The same block over and over, made on the fly. */
const flood = (
  name: string,
  head: string,
  block: string,
  size: number,
  expect: FileProblemCode,
): HostileFile => ({
  name,
  async write(path) {
    const piece = Buffer.from(block.repeat(Math.ceil(MB / block.length)));
    const pieces = function* () {
      yield Buffer.from(head);
      for (let i = 0; i < size / MB; i++) yield piece;
    };
    await pipeline(Readable.from(pieces()), createWriteStream(path));
  },
  expect,
});

const gpx = gpxSample({ points: 300 });
const tcx = tcxSample({ points: 300 });
const fit = fitSample({ sport: 'running', points: 300 });
const trackStart = '<gpx version="1.1"><trk><trkseg>';
const trackEnd = '</trkseg></trk></gpx>';
const point = (lat: string, lon: string, second: number | string) => {
  const time = typeof second === 'string' ? second : new Date(1775370600000 + second * 1000).toISOString();
  return `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time></trkpt>`;
};
const line = (count: number, change: (i: number) => string | null = () => null) =>
  Array.from({ length: count }, (_, i) => change(i) ?? point((52 + i * 3e-5).toFixed(6), '13', i)).join('');
const track = (points: string) => trackStart + points + trackEnd;

const bombHead =
  '<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">' +
  Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`,
  ).join('') +
  ']>';

function damagedFit(): Buffer {
  const copy = Buffer.from(fit);
  copy.fill(0x07, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 64);
  return copy;
}

const CUT = { kept: 2, warning: /ends in the middle/ };

const HOSTILE_START = Date.UTC(2026, 3, 5, 6, 30);
const [SESSION, LAP, RECORD, DESCRIPTION] = [18, 19, 20, 206];
const fitAt = (second: number): FitField => [253, 'u32', fitTime(HOSTILE_START + second * 1000)];

/** A FIT file of 20 records, with messages before and fields beside. */
function fitRecords(
  before: (file: FitBytes) => void,
  fields: (second: number) => FitField[],
  developerFields: FitDeveloperField[] = [],
): Buffer {
  const file = new FitBytes().message(0, [[0, 'enum', 4]]);
  before(file);
  for (let second = 0; second < 20; second++) {
    file.message(RECORD, [fitAt(second), ...fields(second)], developerFields);
  }
  return file.bytes();
}

/** The power of an app whose description has a scale of 0 and an offset without bytes. */
const fitOfEmptyDescription = () =>
  fitRecords(
    (file) =>
      file.message(DESCRIPTION, [
        [0, 'u8', 0],
        [1, 'u8', 0],
        [2, 'u8', 0x84],
        [3, 'text', 'power'],
        [6, 'u8', 0],
        [7, 'i8', []],
        [8, 'text', 'watts'],
      ]),
    () => [],
    [[0, 'u16', 200, 0]],
  );

/** Sessions of different sports that all begin at once. */
/** After a message without a definition each sixth byte could begin a definition of many fields. */
function fitOfDamagedDefinitions(): Buffer {
  const file = new FitBytes().message(0, [[0, 'enum', 4]]).bytes();
  const body = Buffer.alloc(4 * 1024 * 1024, Buffer.from([0x40, 0, 0, RECORD, 0, 120]));
  const all = Buffer.concat([file.subarray(0, -2), Buffer.from([0x0f]), body, Buffer.alloc(2)]);
  all.writeUInt32LE(all.length - 16, 4);
  return all;
}

const fitOfOverlappingSessions = () =>
  fitRecords(
    (file) => {
      for (let sport = 0; sport < 60; sport++) {
        file.message(SESSION, [
          fitAt(19),
          [2, 'u32', fitTime(HOSTILE_START)],
          [5, 'enum', sport],
          [7, 'u32', 19_000],
          [8, 'u32', 19_000],
        ]);
      }
    },
    (second) => [[5, 'u32', second * 300]],
  );

const emptyFit = (laps: number): Buffer => {
  const head = new FitBytes()
    .message(0, [[0, 'enum', 4]])
    .bytes()
    .subarray(0, 14);
  const definitions = Buffer.alloc(6 * laps);
  for (let i = 0; i < laps; i++) definitions.set([0x40, 0, 0, LAP, 0, 0], 6 * i);
  head.writeUInt32LE(definitions.length, 4);
  return Buffer.concat([head, definitions, Buffer.alloc(2)]);
};

/** One of many small FIT files that differ. */
const numberedFit = (number: number): Buffer => {
  const file = emptyFit(1);
  file.writeUInt16LE(number, 14 + 3);
  return file;
};

const texts: HostileFile[] = [
  bytes('entity bomb', `${bombHead}<gpx><trk><name>&j;</name></trk></gpx>`, 'doctype'),
  bytes(
    'entity that reads a file',
    '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx>&x;</gpx>',
    'doctype',
  ),
  bytes('doctype after a comment', `<!-- x --><!DOCTYPE gpx>${track(line(9))}`, 'doctype'),
  bytes('nested 100,000 deep', `<gpx>${'<a>'.repeat(100_000)}`, 'too_deep'),
  bytes('nested in a point', `${trackStart}<trkpt lat="1" lon="1">${'<x>'.repeat(5000)}`, 'too_deep'),
  bytes('GPX cut in a tag', gpx.slice(0, gpx.indexOf('<trkpt', 40_000) + 9), CUT),
  bytes('GPX cut in a number', gpx.slice(0, gpx.indexOf('<ele>', 50_000) + 7), CUT),
  bytes('GPX cut after the head', gpx.slice(0, gpx.indexOf('<trkpt')), 'truncated'),
  bytes('GPX cut in the first line', gpx.slice(0, 30), 'not_a_workout'),
  bytes('TCX cut in the middle', tcx.slice(0, tcx.length / 2), CUT),
  bytes('TCX cut before the first lap', tcx.slice(0, tcx.indexOf('<Lap')), 'truncated'),
  bytes('GPX with crossed tags', gpx.replace('</trkseg>', '</trk>'), { kept: 300, warning: /damaged/ }),
  bytes(
    'GPX with garbage within',
    `${gpx.slice(0, gpx.indexOf('<ele>', 40_000))}<<<\x01>>${gpx.slice(40_000)}`,
    { kept: 50, warning: /damaged/ },
  ),
  bytes(
    'GPX that is not UTF-8',
    Buffer.concat([
      Buffer.from(gpx.slice(0, 9000)),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from(gpx.slice(9000)),
    ]),
    { kept: 20, warning: /damaged/ },
  ),
  bytes('GPX in an unknown encoding', gpx.replace('UTF-8', 'EBCDIC-XX'), 'not_text'),
  bytes('attributes without end', `<gpx ${'a="b" '.repeat(1_000_000)}`, 'too_long_text'),
  bytes('NaN coordinates', track(line(20, (i) => (i % 2 ? point('NaN', 'NaN', i) : null))), {
    kept: 20,
    warning: null,
  }),
  bytes('latitude 999', track(line(20, (i) => (i === 7 ? point('999', '-999', i) : null))), {
    kept: 20,
    warning: null,
  }),
  bytes('time running backwards', track(line(20, (i) => point('52', '13', 20 - i))), {
    kept: 20,
    warning: /sorted/,
  }),
  bytes('a clock that stutters', track(line(40, (i) => (i === 9 ? point('52', '13', 3) : null))), {
    kept: 39,
    warning: /backwards/,
  }),
  bytes(
    'a point in another century',
    track(line(40, (i) => (i === 39 ? point('52', '13', '2098-01-01T00:00:00Z') : null))),
    { kept: 39, warning: /dated in the future/ },
  ),
  bytes('a jump across the world', track(line(40, (i) => (i === 20 ? point('-33', '151', i) : null))), {
    kept: 40,
    warning: /jump farther/,
  }),
  bytes('times that are no times', track(line(20, (i) => point('52', '13', `yesterday ${i}`))), 'unreadable'),
  bytes(
    'a planned route',
    '<gpx><rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/></rte></gpx>',
    'planned_route',
  ),
  bytes('a single point', track(line(1)), 'no_points'),
  bytes('two points at one time', track(point('52', '13', 1) + point('52.1', '13', 1)), 'no_points'),
  bytes('an empty track', track(''), 'no_points'),
  bytes(
    'a TCX course',
    tcxDocument('')
      .replace(/Activities/g, 'Courses')
      .replace('\n</Courses>', '<Course><Name>x</Name></Course></Courses>'),
    'planned_route',
  ),
  flood(
    '100,000 empty laps',
    '<TrainingCenterDatabase><Activities><Activity>',
    '<Lap StartTime="2026-01-01T00:00:00Z"></Lap>',
    4 * MB,
    'too_big',
  ),
];

const binaries: HostileFile[] = [
  bytes('empty', '', 'empty'),
  bytes(
    'an image named .gpx',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000)]),
    'not_a_workout',
  ),
  bytes(
    'a web page saved as .gpx',
    '<!DOCTYPE html><html><body>Please sign in</body></html>',
    'not_a_workout',
  ),
  bytes(
    'a KML map',
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"></kml>',
    'not_a_workout',
  ),
  bytes('JSON', '{"points": []}', 'not_a_workout'),
  bytes('FIT cut in half', fit.subarray(0, fit.length / 2), CUT),
  bytes('FIT cut in a record', fit.subarray(0, 4001), CUT),
  bytes('FIT of damaged definitions', fitOfDamagedDefinitions(), 'damaged'),
  bytes('FIT cut after its header', fit.subarray(0, 14), 'truncated'),
  bytes('FIT cut in its header', fit.subarray(0, 12), 'truncated'),
  bytes('FIT overwritten in the middle', damagedFit(), { kept: 50, warning: /damaged/ }),
  bytes('FIT of a course', fitHead('course').bytes(), 'planned_route'),
  bytes('FIT of settings', fitHead('settings').bytes(), 'not_a_workout'),
  bytes('FIT of random bytes', Buffer.concat([fit.subarray(0, 14), Buffer.alloc(100_000, 0xa7)]), 'damaged'),
  bytes(
    'FIT with latitudes of 180 degrees',
    fitRecords(
      () => {},
      (second) => [
        [0, 'i32', second % 2 ? 0x7ffffffe : -0x7fffffff],
        [1, 'i32', -0x7fffffff],
        [5, 'u32', second * 300],
      ],
    ),
    { kept: 20, warning: null },
  ),
  bytes('FIT with a field described without bytes', fitOfEmptyDescription(), { kept: 20, warning: null }),
  bytes('FIT with sessions at once', fitOfOverlappingSessions(), { kept: 20, warning: null }),
  bytes('FIT of a million definitions', emptyFit(1_000_000), 'too_big'),
  bytes(
    'FIT of 50,000 files',
    Buffer.concat(Array.from({ length: 50_000 }, (_, i) => numberedFit(i))),
    'too_big',
  ),
  bytes('gzip of nothing', gzipSync(''), 'empty'),
  bytes('gzip cut', gzipSync(gpx).subarray(0, 900), 'truncated'),
  bytes('gzip bomb', gzipSync(Buffer.alloc(60 * MB)), 'zip_bomb'),
  flood('200 MB of blanks', '', ' ', 200 * MB, 'not_a_workout'),
  flood('200 MB of zeros', '', '\0', 200 * MB, 'not_a_workout'),
  flood('200 MB of garbage', '', '\x8b\xfe\x03q', 200 * MB, 'not_a_workout'),
  flood('200 MB of GPX', trackStart, point('52', '13', 1), 200 * MB, 'too_big'),
  flood('140 MB of blanks in GPX', trackStart, ' ', 140 * MB, 'too_long_text'),
  flood('140 MB of a comment', `${trackStart}<!--`, 'x>', 140 * MB, 'too_long_text'),
  flood('140 MB of empty elements', '<gpx>', '<a></a>', 140 * MB, 'no_points'),
];

/** All of them, archives included; each is written only when asked for. */
export const hostileFiles = async (): Promise<HostileFile[]> => [
  ...texts,
  ...binaries,
  ...(await hostileZips(gpx)),
];
