import { lineBounds } from './line-bounds.ts';
import { boundsOf, cameraFor, fromPixel, scaleAt, toPixel } from './plane.ts';
import { onPlane, thin, thinLine } from './thin-line.ts';
import { visibleRuns } from './visible.ts';

const wiggle = (n: number): Float64Array => {
  const line = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    line[2 * i] = 21 + Math.cos(i / 5000) * 0.2 + Math.sin(i) / 50_000;
    line[2 * i + 1] = 52 + Math.sin(i / 900) * 0.2;
  }
  return line;
};

it('[ROUTE-10] a line of 100,000 points is drawn with few, none of it more than half a pixel off', () => {
  const line = wiggle(100_000);
  const zoom = 10;
  const drawn = thinLine(line, zoom).xy;
  expect(drawn.length / 2).toBeLessThan(10_000);
  const scale = scaleAt(zoom);
  const whole = onPlane(line);
  let worst = 0;
  const away = (i: number, k: number) => {
    const [ax, ay, bx, by] = drawn.subarray(2 * k, 2 * k + 4) as unknown as [number, number, number, number];
    const [dx, dy] = [bx - ax, by - ay];
    const [px, py] = [whole[2 * i]! - ax, whole[2 * i + 1]! - ay];
    const t = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
    return Math.hypot(px - t * dx, py - t * dy) * scale;
  };
  for (let i = 0; i < whole.length / 2; i += 997) {
    let least = Infinity;
    for (let k = 0; k < drawn.length / 2 - 1; k++) least = Math.min(least, away(i, k));
    worst = Math.max(worst, least);
  }
  // Half a pixel by the simplification, as much again by points that lay within half a pixel of one another.
  expect(worst).toBeLessThan(1);
});

it('the ends of a line stay, and a straight line needs no more than them', () => {
  const straight = new Float64Array(2000).map((_, i) => (i % 2 ? 0 : i / 2000));
  expect([...thin(straight, 0.01)]).toEqual([0, 0, straight[1998], 0]);
});

it('[ROUTE-10] a line over the date line goes the short way', () => {
  const { xy } = thinLine(new Float64Array([179, 0, -179, 1, 178, 2]), 4);
  expect(xy[2]! - xy[0]!).toBeCloseTo(2 / 360);
  expect(xy[4]! - xy[2]!).toBeCloseTo(-3 / 360);
  const seen = visibleRuns(
    thinLine(new Float64Array([179, 0, -179, 0]), 6),
    { x: 0, y: 0.5, zoom: 6 },
    {
      width: 800,
      height: 400,
    },
  );
  expect(seen).toHaveLength(1);
  const [from, , to] = seen[0]!.xy;
  expect(to! - from!).toBeCloseTo((2 / 360) * scaleAt(6));
});

it('places that are no numbers are left out', () => {
  expect(onPlane(new Float64Array([0, 0, NaN, 1, 90, 0])).length).toBe(4);
});

it('only what is in view is drawn, and pieces that reach far are cut at its edge', () => {
  const line = new Float64Array(20_000).map((_, i) => (i % 2 ? Math.sin(i / 60) / 100 : i / 1000));
  const camera = { x: 0.5 + 10 / 360, y: 0.5, zoom: 14 };
  const size = { width: 400, height: 300 };
  const runs = visibleRuns(thinLine(line, 14), camera, size);
  const points = runs.reduce((sum, { xy }) => sum + xy.length / 2, 0);
  expect(points).toBeGreaterThan(1);
  expect(points).toBeLessThan(400);
  const [far] = visibleRuns(thinLine(new Float64Array([0, 0, 20, 0]), 16), camera, size);
  expect([far!.xy[0], far!.xy[2]]).toEqual([-40, 440]);
  // The dashes stay where they were when the map moves.
  const [moved] = visibleRuns(
    thinLine(new Float64Array([0, 0, 20, 0]), 14),
    { ...camera, x: camera.x + 10 / scaleAt(14) },
    size,
  );
  const [still] = visibleRuns(thinLine(new Float64Array([0, 0, 20, 0]), 14), camera, size);
  expect(moved!.along - still!.along).toBeCloseTo(10, 3);
});

it('pixels and degrees lead back to one another, on the copy of the world that is in view', () => {
  const camera = { x: 1.02, y: 0.4, zoom: 5 };
  const size = { width: 600, height: 400 };
  const pixel = toPixel([-172, 40], camera, size);
  expect(pixel[0]).toBeGreaterThan(0);
  const [lng, lat] = fromPixel(pixel, camera, size);
  expect(lng).toBeCloseTo(-172);
  expect(lat).toBeCloseTo(40);
  expect(boundsOf({ ...camera, zoom: 0 }, size)[0]).toBe(-180);
});

it('bounds over the date line are shown from their west to their east', () => {
  const size = { width: 500, height: 500 };
  const camera = cameraFor([170, -5, -170, 5], size, { maxZoom: 16, padding: 20 });
  const [west, , east] = boundsOf(camera, size);
  expect([west > 160 && west < 170, east > -170 && east < -160]).toEqual([true, true]);
  expect(cameraFor([1, 1, 1, 1], size, { maxZoom: 16, padding: 20 }).zoom).toBe(16);
});

it('[ROUTE-10] bounds of a line go the short way around the world', () => {
  expect(lineBounds(new Float64Array([179, 1, -179, 2, 178, 0]))).toEqual([178, 0, -179, 2]);
  expect(lineBounds(new Float64Array([10, 1, 12, -2]))).toEqual([10, -2, 12, 1]);
  expect(lineBounds(new Float64Array())).toBeNull();
});
