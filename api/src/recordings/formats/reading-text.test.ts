import assert from 'node:assert/strict';
import test from 'node:test';
import { parseDecimal } from '../xml/decimal.ts';
import { detectFormat, refuseZipDocument } from './detect-format.ts';
import { parseTime } from '../xml/iso-time.ts';
import { motionForSport } from '../streams/motion.ts';
import { FileProblem } from '../file-problem.ts';

test('times of every form are read as the platform reads them', () => {
  for (const text of [
    '2026-04-05T06:30:00Z',
    '2024-02-29T23:59:59.5Z',
    '2000-03-01T00:00:00.123456Z',
    '1999-12-31T00:00:00.01Z',
    '2026-04-05T08:30:00+02:00',
    '2026-04-05T06:30:00.250-0330',
    ' 2026-04-05T06:30:00Z\n',
  ]) {
    assert.equal(
      parseTime(text),
      Date.parse(
        text
          .trim()
          .replace(/(\.\d{3})\d+/, '$1')
          .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
      ),
      text,
    );
  }
  assert.equal(parseTime('2026-04-05T06:30:00'), Date.UTC(2026, 3, 5, 6, 30), 'no zone is UTC');
  for (let day = Date.UTC(1985, 0, 1); day < Date.UTC(2040, 0, 1); day += 86_400_000 * 0.97) {
    const whole = Math.floor(day);
    assert.equal(parseTime(new Date(whole).toISOString()), whole);
  }
  for (const [text, at] of [
    ['1775370600000', Date.UTC(2026, 3, 5, 6, 30)],
    [' 1775370600000.25 ', Date.UTC(2026, 3, 5, 6, 30)],
    ['1775370600', Date.UTC(2026, 3, 5, 6, 30)],
    ['1775370600.5', Date.UTC(2026, 3, 5, 6, 30, 0, 500)],
  ] as const) {
    assert.equal(parseTime(text), at, text);
  }
  const moment = Date.UTC(2026, 3, 5, 6, 30);
  for (const text of [
    '2026-04-05T06:30:00,0Z',
    '2026-04-05T06:30:00,000+00',
    '2026-04-05T08:30:00+02',
    '2026-04-05T08:30:00+0200',
    '2026-04-05T08:30:00 +02:00',
    '2026-04-05T03:00:00\u221203:30',
    '2026-04-05T08:30:00+02:00[Europe/Berlin]',
    '2026-04-05T06:30:00+00:00Z',
    '2026-04-05T06:30Z',
    '2026-04-05T08:30+02:00',
    '2026-04-05T06:30',
    '2026-04-05 06:30:00 UTC',
    '2026-4-5T6:30:00Z',
    '2026/04/05 06:30:00',
    '20260405T063000Z',
    '20260405T0630Z',
    '20260405T083000,000+0200',
  ]) {
    assert.equal(parseTime(text), moment, text);
  }
  assert.equal(parseTime('2026-04-05T06:30:00,25Z'), moment + 250);
  for (const bad of [
    '',
    'noon',
    '2026-04-05T06:30:00+19:00',
    '2026415T063000Z',
    '2026-04-05T06:30:00 CEST',
    '600',
    '17753706000',
    '1775370600e3',
    '-1775370600',
    '2026-13-05T06:30:00Z',
    '2026-04-05T66:30:00Z',
    '20260405',
    '2026-04-05T06:3x:00Z',
  ]) {
    assert.ok(Number.isNaN(parseTime(bad)), bad);
  }
});

test('decimals are read exactly as Number reads them', () => {
  const texts = [
    '0',
    '-0.5',
    '52.1234567',
    '-179.9999999',
    '1e3',
    ' 12 ',
    '.5',
    '5.',
    '123456789.123456',
    '0.1',
    '007',
    '+3',
  ];
  for (const text of texts) assert.equal(parseDecimal(text), Number(text), text);
  for (let i = 1; i < 5000; i++) {
    const text = (Math.sin(i) * 10 ** (i % 6)).toFixed(i % 9);
    assert.equal(parseDecimal(text), Number(text), text);
  }
  for (const [text, value] of [
    ['1,5', 1.5],
    ['-8,54321', -8.54321],
    ['1.234,5', 1234.5],
    ['1,234,567.5', 1234567.5],
  ] as const) {
    assert.equal(parseDecimal(text), value, text);
  }
  for (const text of ['', ' ', 'x', '1.2.3', '--1', '1,2,3', ','])
    assert.ok(Number.isNaN(parseDecimal(text)), text);
});

test('[WORK-03] the format is told by content, past comments, prefixes and marks', () => {
  const detected = (text: string) => detectFormat(Buffer.from(text, 'latin1'));
  assert.equal(detected('<gpx>'), 'gpx');
  assert.equal(detected('\n <?xml version="1.0"?><!-- <html> --><g:gpx version="1.1">'), 'gpx');
  assert.equal(detected('\xef\xbb\xbf<TrainingCenterDatabase>'), 'tcx');
  assert.equal(detected('\x0e\x20\x54\x08\x00\x00\x00\x00.FIT'), 'fit');
  assert.equal(detected('PK\x03\x04'), 'zip');
  assert.equal(detected('\x1f\x8b'), 'gzip');
  assert.equal(detectFormat(Buffer.from('\uFEFF<gpx>', 'utf16le')), 'gpx');
});

test('[WORK-03] files without a workout are refused with their kind', () => {
  const sentence = (text: string) => {
    try {
      return detectFormat(Buffer.from(text, 'latin1'));
    } catch (error) {
      assert.ok(error instanceof FileProblem);
      return error.message;
    }
  };
  assert.match(sentence('<html>'), /web page/);
  assert.match(sentence('<constructor/>'), /holds no workout/);
  assert.match(sentence('%PDF-1.7'), /PDF/);
  assert.match(sentence('\x00\x00\x00\x18ftypheic'), /image/);
  assert.match(sentence('<kml>'), /KML/);
  assert.match(sentence('<rss>'), /XML file holds no workout/);
  assert.match(sentence('latitude,longitude'), /do not know/);
});

test('[WORK-03] files of other programs are refused with their name and what to do, however they begin', () => {
  const sentence = (content: string | Buffer, detect = detectFormat as (head: Buffer) => unknown): string => {
    try {
      detect(Buffer.from(content as string, 'latin1'));
    } catch (error) {
      assert.ok(error instanceof FileProblem);
      assert.equal(error.code, 'not_a_workout');
      return error.message;
    }
    return '';
  };
  const files: [string, RegExp][] = [
    // None of these is JSON, although it begins with a bracket.
    ['[HRData]\n120\n', /Polar HRM.*TCX or GPX/],
    ['[COURSE HEADER]\nVERSION = 2\n', /planned|training for an indoor trainer/],
    ['{\\rtf1\\ansi Monday}', /text document/],
    ['[unknown]', /do not know/],
    ['[{"exportVersion": "1.6"}]', /Polar.*TCX or GPX/],
    ['{"name": "x", "exportVersion": "1.6"}', /Polar.*TCX or GPX/],
    ['{"Samples": [{"Attributes": {"suunto/sml": {}}}]}', /Suunto.*FIT or GPX/],
    ['{"features": [], "type": "FeatureCollection"}', /GeoJSON.*FIT, GPX or TCX/],
    ['{"a": 1}', /JSON data\. Export the workout as FIT, GPX or TCX/],
    ['Date,Distance,Time\r\n2024-05-01,5,1800\r\n', /table \(CSV\).*FIT, GPX or TCX/],
    ['Datum;Distanz;Zeit\n1.5.2024;5,0;30:00\n', /table \(CSV\).*FIT, GPX or TCX/],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /Excel.*FIT, GPX or TCX/],
    ['\x00\x00\x00\x1cftypavif', /an image/],
    ['II*\0', /an image/],
    ['BZh91AY', /bzip2.*Unpack/],
    ['<?xml version="1.0"?><!DOCTYPE HealthData [ ]><HealthData/>', /Apple Health.*workout-routes/],
    ['<workout_file><workout/></workout_file>', /ZWO/],
    ['<?xml version="1.0"?><header><Duration>9</Duration></header>', /Suunto.*FIT or GPX/],
    ['<Courses xmlns="x"/>', /Garmin.*TCX/],
  ];
  for (const [content, message] of files) assert.match(sentence(content), message);
  const zip = (first: string) => {
    const head = Buffer.alloc(30 + first.length);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(first.length, 26);
    head.write(first, 30, 'latin1');
    return head;
  };
  assert.match(sentence(zip('[Content_Types].xml'), refuseZipDocument), /Excel.*FIT, GPX or TCX/);
  assert.match(sentence(zip('mimetype'), refuseZipDocument), /OpenDocument.*FIT, GPX or TCX/);
  assert.match(sentence(zip('doc.kml'), refuseZipDocument), /KMZ.*FIT, GPX or TCX/);
  assert.equal(sentence(zip('activities/1.fit'), refuseZipDocument), '');
  assert.equal(sentence('PK\x03\x04', refuseZipDocument), '');
});

test('[WORK-03] a file that calls its bytes Unicode is read byte by byte', () => {
  const file = '<?xml version="1.0" encoding="Unicode"?><gpx/>';
  assert.equal(detectFormat(Buffer.from(file)), 'gpx');
});

test('thresholds for moving and impossible speeds depend on the sport', () => {
  const limits = (sport: string | null) => motionForSport({ format: 'gpx', sport, subSport: null });
  assert.equal(limits('trail_running').movingAbove, 1.5 / 3.6);
  assert.equal(limits('9').onFoot, true);
  assert.equal(limits('Biking').movingAbove, 4 / 3.6);
  assert.equal(limits('1').fastest, 36);
  assert.equal(limits('motorcycling').fastest, 350);
  assert.equal(limits('hiking').onFoot, true);
  assert.equal(limits(null).movingAbove, 0.3);
});
