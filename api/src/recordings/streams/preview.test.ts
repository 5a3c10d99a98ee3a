import assert from 'node:assert/strict';
import test from 'node:test';
import { encodePolyline, createPreview, simplifyTrack } from './preview.ts';
import { assertNear, parseOneWorkout } from '../testing/parse-content.ts';
import { gpxSample } from '../testing/sample-files.ts';

test('the polyline is the one in Google’s documentation', () => {
  const places = [
    [38.5, -120.2],
    [40.7, -120.95],
    [43.252, -126.453],
  ] as const;
  assert.equal(encodePolyline(places), '_p~iF~ps|U_ulLnnqC_mqNvxq`@');
});

test('a line is simplified to its corners', () => {
  const x = Float64Array.from({ length: 201 }, (_, i) => i);
  const y = x.map((i) => (i <= 100 ? i : 200 - i));
  assert.deepEqual(simplifyTrack(x, y), [0, 100, 200]);
  assert.deepEqual(simplifyTrack(x.subarray(0, 1), y.subarray(0, 1)), [0]);
});

test('200,000 points become at most 200 that stay close to the track', () => {
  const n = 200_000;
  const x = Float64Array.from({ length: n }, (_, i) => i / 1000 + Math.cos(i / 700));
  const y = Float64Array.from({ length: n }, (_, i) => 10 * Math.sin(i / 9000));
  const kept = simplifyTrack(x, y);
  assert.equal(kept.length, 200);
  assert.deepEqual([kept[0], kept.at(-1)], [0, n - 1]);
  assert.deepEqual(
    kept,
    kept.toSorted((a, b) => a - b),
  );
});

test('[WORK-03] a preview has a polyline and bounds; without a track it has neither', async () => {
  const { preview } = await parseOneWorkout(gpxSample({ points: 600 }));
  assert.ok(preview.polyline!.length > 5);
  const [west, south, east, north] = preview.bounds!;
  assertNear(west, 13.4, 1e-6);
  assertNear(south, 52.52, 1e-6);
  assert.ok(east > west && north > south);
  assert.deepEqual(createPreview({ n: 2, columns: {} }), { polyline: null, bounds: null });
});
