import assert from 'node:assert/strict';
import test from 'node:test';
import { decodePolyline, decodePreview } from '@waymark/streams';
import { createPreview } from '../../../recordings/streams/preview.ts';
import { NO_AREAS } from './hidden-areas.ts';
import { redactPreview } from './redact-preview.ts';
import { areasOfPlaces, eastward, metersApart } from '../testing.ts';

const at = (meters: number) => meters / 111_194.9;

/** A zigzag eastward over 10 km, so that thinning keeps its corners. */
function zigzag(lng = 0) {
  const streams = eastward(1001, lng);
  streams.columns.lat = streams.columns.lat!.map((_, i) => (i % 20 < 10 ? i % 20 : 20 - (i % 20)) * 500);
  return createPreview(streams);
}

test('[DATA-03] of a preview the longest visible piece is left, with bounds of its own', () => {
  const zones = [
    { lat: 0, lng: at(0), radius: 500 },
    { lat: 0, lng: at(6000), radius: 300 },
  ];
  const whole = zigzag();
  const shown = redactPreview(whole, areasOfPlaces(...zones));
  const places = decodePolyline(shown.polyline!);
  for (const [lng, lat] of places) {
    for (const zone of zones) assert.ok(metersApart({ lat, lng }, zone) > zone.radius);
  }
  const [west = 0, , east = 0] = shown.bounds!;
  assert.ok(west > at(500) && west < at(620), `${west}`);
  assert.ok(east > at(5580) && east < at(5700), `${east}`);
  assert.deepEqual(redactPreview(whole, NO_AREAS), whole);
  assert.equal(redactPreview(whole, areasOfPlaces({ lat: 1, lng: 1, radius: 5000 })), whole);
});

test('[DATA-03] a thinned line with no point in the zone is cut where it leads through', () => {
  const straight = createPreview(eastward(1001));
  assert.equal(decodePolyline(straight.polyline!).length, 2);
  const zone = { lat: 0, lng: at(6000), radius: 300 };
  const shown = redactPreview(straight, areasOfPlaces(zone));
  const [first, last] = [decodePolyline(shown.polyline!)[0]!, decodePolyline(shown.polyline!).at(-1)!];
  assert.ok(first[0] === 0 && last[0] < at(5700) && last[0] > at(5000));
  // From a point inside nothing is drawn, not even up to the edge: the line would point at it.
  const home = areasOfPlaces({ lat: 0, lng: 0, radius: 300 });
  assert.deepEqual(redactPreview(straight, home), { polyline: null, bounds: null });
});

test('[DATA-03] a preview that lies in the zone is gone; one over the date line is cut there', () => {
  const gone = redactPreview(zigzag(), areasOfPlaces({ lat: 0, lng: at(5000), radius: 6000 }));
  assert.deepEqual(gone, { polyline: null, bounds: null });
  const over = redactPreview(zigzag(179.98), areasOfPlaces({ lat: 0, lng: -180, radius: 300 }));
  const [west = 0, , east = 0] = over.bounds!;
  assert.ok(west > -180 && west < -179.9 && east > west, `${west} ${east}`);
});

test('[DATA-03] a pause stays a gap in what is left, and nothing is drawn into it', () => {
  const streams = eastward(1001);
  const paused = (from: number, meters: number) => {
    const columns = { ...streams.columns };
    columns.lng = columns.lng!.map((lng, i) => lng + (i >= from ? Math.round(at(meters) * 1e7) : 0));
    columns.time = columns.time!.map((time, i) => time + (i >= from ? 600_000 : 0));
    return createPreview({ n: streams.n, columns });
  };
  // From 2 to 5 km nothing was recorded; the track goes on to 13 km.
  const far = areasOfPlaces({ lat: 0, lng: at(12_000), radius: 300 });
  const { points, breaks } = decodePreview(redactPreview(paused(200, 3000), far).polyline!);
  const meters = points.map(([lng]) => Math.round(lng * 111_194.9));
  assert.equal(breaks.length, 1);
  assert.deepEqual(
    [meters[breaks[0]! - 1], meters[breaks[0]!]].map((one) => Math.round(one! / 100)),
    [20, 50],
  );
  assert.ok(meters.every((one) => one <= 2001 || one >= 4999));
  // A zone in the gap parts what is left of both sides.
  const between = areasOfPlaces({ lat: 0, lng: at(3500), radius: 300 });
  const rest = decodePreview(redactPreview(paused(200, 3000), between).polyline!);
  assert.deepEqual(rest.breaks, []);
  assert.ok(rest.points.every(([lng]) => lng * 111_194.9 >= 4999));
});
