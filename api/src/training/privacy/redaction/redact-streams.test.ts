import assert from 'node:assert/strict';
import test from 'node:test';
import { MISSING, type Streams } from '../../../recordings/model/parsed-workout.ts';
import { redactLaps } from './redact-laps.ts';
import { redactStreams } from './redact-streams.ts';
import { isHidden, isHiddenBetween } from './hidden-areas.ts';
import { vectorOf } from './sphere.ts';
import { areasOfPlaces, eastward, metersApart } from '../testing.ts';

const at = (meters: number) => meters / 111_194.9;
const START = { lat: 0, lng: 0, radius: 205 };
const MIDDLE = { lat: 0, lng: at(5000), radius: 105 };
const END = { lat: 0, lng: at(9990), radius: 205 };

const placesOf = ({ n, columns: { lat, lng } }: Streams) =>
  Array.from({ length: lat ? n : 0 }, (_, i) => ({ lat: lat![i]! / 1e7, lng: lng![i]! / 1e7 }));

test('[DATA-03] start, end and middle are left out; time, timer and distance begin at 0 and do not tell how long the middle was', () => {
  const { streams, parts } = redactStreams(eastward(1000), areasOfPlaces(START, MIDDLE, END));
  const { time, timer, distance, moving, heartrate } = streams.columns;
  // 21 samples at the start (0 to 200 m), 21 in the middle, 21 at the end.
  assert.equal(streams.n, 1000 - 3 * 21);
  assert.deepEqual(
    parts!.map(({ from, to, viewerStartsAt: shownAt }) => [from, to, shownAt]),
    [
      [21, 490, 0],
      [511, 979, 478_000],
    ],
  );
  assert.deepEqual([time![0], timer![0], distance![0], moving![0]], [0, 0, 0, 0]);
  // Across the gap the clock goes on by ten seconds, timer and distance stand still.
  assert.deepEqual([time![468], time![469]], [468_000, 478_000]);
  assert.deepEqual([timer![468], timer![469]], [468_000, 468_000]);
  assert.deepEqual([distance![468], distance![469], moving![469]], [468_000, 468_000, 0]);
  assert.equal(heartrate![0], 121);
  for (const place of placesOf(streams)) {
    for (const zone of [START, MIDDLE, END]) assert.ok(metersApart(place, zone) > zone.radius);
  }
  const longer = redactStreams(eastward(1000), areasOfPlaces(START, { ...MIDDLE, radius: 405 }, END));
  const gap = longer.parts![1]!;
  assert.equal(gap.viewerStartsAt - (longer.parts![0]!.endsAt - longer.parts![0]!.startsAt), 10_000);
});

test('[DATA-03] the owner’s own streams are untouched, and a recording far from every zone is the very same', () => {
  const streams = eastward(1000);
  assert.equal(redactStreams(streams, areasOfPlaces()).streams, streams);
  assert.equal(redactStreams(streams, areasOfPlaces({ lat: 10, lng: 10, radius: 5000 })).streams, streams);
});

test('[DATA-03] of a track that is hidden altogether nothing is left, not even how long it was', () => {
  const { streams, parts } = redactStreams(eastward(20), areasOfPlaces(START));
  assert.deepEqual(parts, []);
  assert.deepEqual(streams, { n: 0, columns: {} });
});

test('[DATA-03] samples without a position beside hidden ones are hidden with them, and no sample is made up', () => {
  const streams = eastward(1000);
  for (const i of [5, 21, 22, 23, 300, 301, 978, 979, 999]) {
    streams.columns.lat![i] = MISSING;
    streams.columns.lng![i] = MISSING;
  }
  const { streams: shown, parts } = redactStreams(streams, areasOfPlaces(START, END));
  assert.deepEqual(
    parts!.map(({ from, to }) => [from, to]),
    [[24, 978]],
  );
  assert.equal(shown.columns.lat![300 - 24], MISSING, 'a gap elsewhere stays a gap');
  const given = new Set(streams.columns.lng);
  assert.ok(shown.columns.lng!.every((value) => given.has(value)));
});

test('[DATA-03] sparse samples on both sides of a zone do not draw a line through it: there is a pause', () => {
  const streams = eastward(100);
  streams.columns.lng = streams.columns.lng!.map((_, i) => Math.round(at(i * 1000) * 1e7));
  const { parts } = redactStreams(streams, areasOfPlaces({ lat: 0, lng: at(50_500), radius: 170 }));
  assert.deepEqual(
    parts!.map(({ from, to }) => [from, to]),
    [
      [0, 51],
      [51, 100],
    ],
  );
});

test('[DATA-03] zones on the date line hide tracks that cross it', () => {
  const { streams } = redactStreams(eastward(1000, 179.95), areasOfPlaces({ lat: 0, lng: 180, radius: 505 }));
  assert.equal(streams.n, 1000 - 101);
});

test('[DATA-03] of the laps others see those pressed by hand that are wholly visible, counted from what they see', () => {
  const { parts } = redactStreams(eastward(1000), areasOfPlaces(START, MIDDLE));
  const lap = (index: number, start: number, elapsed: number) => ({
    index,
    start,
    elapsed,
    active: elapsed,
    distance: elapsed * 10,
    ascent: null,
    heartrate_avg: 120,
    heartrate_max: 130,
    cadence_avg: null,
    power_avg: null,
    speed_avg: 10,
    speed_max: 11,
  });
  const byHand = [lap(0, 0, 121), lap(1, 121, 200), lap(2, 321, 300), lap(3, 621, 100), lap(4, 721, 278)];
  assert.deepEqual(
    redactLaps(byHand, parts).map(({ index, start, elapsed }) => [index, start, elapsed]),
    [
      [0, 100, 200],
      [1, 588, 100],
      [2, 688, 278],
    ],
  );
  // A lap each kilometre counts from the hidden start: where the second one begins would tell how far away it was.
  const automatic = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => lap(i, i * 100, 100));
  assert.deepEqual(redactLaps(automatic, parts), []);
  assert.deepEqual(redactLaps(automatic, null), automatic);
});

test('[DATA-03] wherever on earth, with steps short and long, what is left out is exactly what lies in a zone', () => {
  let seed = 42;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const [lat, lng] of [
    [0, 179.99],
    [52, 21],
    [-89.95, 10],
    [89.9, -120],
  ] as const) {
    const n = 400;
    const streams = eastward(n);
    let [y, x]: [number, number] = [lat, lng];
    for (let i = 0; i < n; i++) {
      const step = random() < 0.05 ? 0.05 : 0.002;
      y = Math.max(-90, Math.min(90, y + (random() - 0.5) * step));
      x = ((x + (random() - 0.5) * step + 540) % 360) - 180;
      streams.columns.lat![i] = Math.round(y * 1e7);
      streams.columns.lng![i] = Math.round(x * 1e7);
    }
    const at = (i: number) => vectorOf(streams.columns.lat![i]! / 1e7, streams.columns.lng![i]! / 1e7);
    const zones = Array.from({ length: 5 }, () => {
      const i = Math.floor(random() * n);
      return {
        lat: streams.columns.lat![i]! / 1e7,
        lng: streams.columns.lng![i]! / 1e7,
        radius: 100 + random() * 900,
      };
    });
    const areas = areasOfPlaces(...zones);
    const expected: [number, number][] = [];
    for (let i = 0; i < n; i++) {
      if (isHidden(areas, at(i))) continue;
      const run = expected.at(-1);
      if (run?.[1] === i && !isHiddenBetween(areas, at(i - 1), at(i))) run[1] = i + 1;
      else expected.push([i, i + 1]);
    }
    const { parts } = redactStreams(streams, areas);
    assert.deepEqual(
      parts!.map(({ from, to }) => [from, to]),
      expected,
    );
  }
});
