import assert from 'node:assert/strict';
import test from 'node:test';
import { encodePolyline, simplifyTrack } from '../../../recordings/streams/preview.ts';
import { chance } from '../../sample-workouts/chance.ts';
import { courseOf, originOf, sameCourse } from './compare-courses.ts';

type Way = (part: number) => readonly [north: number, east: number];
const loop: Way = (part) => [1500 * Math.sin(2 * Math.PI * part), 900 * (1 - Math.cos(2 * Math.PI * part))];
const outAndBack: Way = (part) => [
  4000 * Math.min(part, 1 - part) * 2,
  200 * Math.sin(9 * Math.min(part, 1 - part)),
];
const LAT = 47.3;

/** A preview of a way as a receiver would draw it: noise of a street's width, another sampling each time. */
function drawn(way: Way, seed: number, { lng = 8.5, points = 900, noise = 12, ends = 0 } = {}): string {
  const random = chance(seed);
  const [x, y] = [new Float64Array(points), new Float64Array(points)];
  let [dx, dy] = [0, 0];
  for (let i = 0; i < points; i++) {
    const even = i / (points - 1);
    const [north, east] = way(ends + (1 - 2 * ends) * (even + 0.004 * Math.sin(even * 20 + seed)));
    dx = dx * 0.9 + (random() - 0.5) * noise;
    dy = dy * 0.9 + (random() - 0.5) * noise;
    y[i] = LAT + (north + dy) / 111_195;
    const at = lng + (east + dx) / (111_195 * Math.cos((LAT * Math.PI) / 180));
    x[i] = at > 180 ? at - 360 : at;
  }
  return encodePolyline(simplifyTrack(x, y).map((i) => [y[i]!, x[i]!]));
}

function same(a: string, b: string): boolean {
  const origin = originOf(a)!;
  return sameCourse(courseOf(a, origin)!, courseOf(b, origin)!);
}

test('[WORK-04] the same way is the same course, whatever receiver and sampling', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const other = { points: 200 + seed * 40, noise: 4 + (seed % 5) * 4 };
    assert.ok(same(drawn(loop, seed), drawn(loop, seed + 100, other)), `loop ${seed}`);
    assert.ok(same(drawn(outAndBack, seed), drawn(outAndBack, seed + 100, other)), `there and back ${seed}`);
    assert.ok(same(drawn(loop, seed), drawn(loop, seed + 100, { ends: 0.01 })), `a little shorter ${seed}`);
  }
});

test('[WORK-04] direction counts: a loop the other way round is another course, there and back is not', () => {
  const reversed =
    (way: Way): Way =>
    (part) =>
      way(1 - part);
  for (let seed = 1; seed <= 20; seed++) {
    assert.ok(!same(drawn(loop, seed), drawn(reversed(loop), seed + 100)));
    assert.ok(same(drawn(outAndBack, seed), drawn(reversed(outAndBack), seed + 100)));
  }
  const track: Way = (part) => [60 * Math.sin(50 * Math.PI * part), 40 * (1 - Math.cos(50 * Math.PI * part))];
  assert.ok(same(drawn(track, 1, { points: 3000, noise: 2 }), drawn(track, 2, { points: 3000, noise: 2 })));
});

test('[WORK-04] another street, another start and a detour make another course', () => {
  const shifted =
    (by: number): Way =>
    (part) => [loop(part)[0] + by, loop(part)[1]];
  assert.ok(!same(drawn(loop, 1), drawn(shifted(200), 2)));
  assert.ok(
    !same(
      drawn(loop, 1),
      drawn((part) => loop((part + 0.25) % 1), 2),
    ),
  );
  const detour: Way = (part) =>
    part > 0.4 && part < 0.6
      ? [loop(part)[0], loop(part)[1] + 400 * Math.sin((part - 0.4) * 5 * Math.PI)]
      : loop(part);
  assert.ok(!same(drawn(loop, 1), drawn(detour, 2)));
  assert.ok(same(drawn(loop, 1, { lng: 179.995 }), drawn(loop, 2, { lng: 179.995 })));
});
