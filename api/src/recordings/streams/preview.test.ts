import assert from 'node:assert/strict';
import test from 'node:test';
import { decodePreview } from '@waymark/streams';
import { encodePolyline, createPreview, simplifyTrack } from './preview.ts';
import { assertNear, parseOneWorkout } from '../testing/parse-content.ts';
import { MISSING } from '../model/parsed-workout.ts';
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

/** Twenty points 10 m apart on the equator, a second each; before some of them the watch was paused, and moved on. */
function withPauses(pauses: Record<number, { seconds: number; meters: number }>) {
  const [time, timer, lat, lng]: number[][] = [[], [], [], []];
  let [clock, along] = [0, 0];
  for (let i = 0; i < 20; i++) {
    const pause = pauses[i];
    clock += 1 + (pause?.seconds ?? 0);
    along += 10 + (pause?.meters ?? 0);
    time!.push(clock * 1000);
    timer!.push(i * 1000);
    lat!.push(i % 2 ? 300 : 0);
    lng!.push(Math.round((along / 111_195) * 1e7));
  }
  return {
    n: 20,
    columns: {
      time: Int32Array.from(time!),
      timer: Int32Array.from(timer!),
      lat: Int32Array.from(lat!),
      lng: Int32Array.from(lng!),
    },
  };
}

test('[WORK-03] a pause after which the track goes on elsewhere is a gap of the preview; one on the spot is none', () => {
  const streams = withPauses({
    5: { seconds: 600, meters: 3000 },
    9: { seconds: 600, meters: -10 },
    14: { seconds: 5, meters: 900 },
  });
  const { points, breaks } = decodePreview(createPreview(streams).polyline!);
  assert.equal(breaks.length, 1);
  const at = breaks[0]!;
  const metersOf = (i: number) => Math.round(points[i]![0] * 111_195);
  assert.deepEqual([metersOf(at - 1), metersOf(at)], [50, 3060]);
});

test('[WORK-03] of many pauses the widest are gaps, and 200 points are the most', () => {
  const n = 2000;
  const column = (value: (i: number) => number) => Int32Array.from({ length: n }, (_, i) => value(i));
  const pauses = (i: number) => Math.floor(i / 20);
  const streams = {
    n,
    columns: {
      time: column((i) => (i + pauses(i) * 100) * 1000),
      timer: column((i) => i * 1000),
      lat: column((i) => Math.round(Math.sin(i / 7) * 20_000)),
      lng: column((i) => i * 1000 + pauses(i) ** 2 * 2000),
    },
  };
  const { points, breaks } = decodePreview(createPreview(streams).polyline!);
  assert.equal(points.length, 200);
  assert.equal(breaks.length, 40);
  assert.ok(points[breaks[0]!]![0] > 0.5, 'the widest come last');
});

test('[WORK-03] gaps without a position, and pauses before the first one, do no harm', () => {
  const streams = withPauses({ 5: { seconds: 600, meters: 3000 }, 1: { seconds: 60, meters: 500 } });
  for (const i of [0, 1, 5, 6]) streams.columns.lat[i] = MISSING;
  const { points, breaks } = decodePreview(createPreview(streams).polyline!);
  assert.deepEqual(
    breaks.map((at) => Math.round(points[at]![0] * 111_195)),
    [3580],
  );
});
