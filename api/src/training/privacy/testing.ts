import type { Streams } from '../../recordings/model/parsed-workout.ts';
import { gpx } from '../imports/testing/import-files.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import type { HiddenAreas } from './redaction/hidden-areas.ts';
import { circleOf, metersBetween, vectorOf } from './redaction/sphere.ts';
import type { VisibleWorkout } from './visible-workout.ts';

/** A row as its presenter takes it, where a test is about the presenter alone. */
export const asVisible = (row: Partial<WorkoutRow>): VisibleWorkout => row as VisibleWorkout;

interface Place {
  lat: number;
  lng: number;
}

/** Areas that hide exactly these circles. */
export const areasOfPlaces = (...places: (Place & { radius: number })[]): HiddenAreas => ({
  circles: places.map(circleOf),
  version: '-z1',
});

export const metersApart = (a: Place, b: Place): number =>
  metersBetween(vectorOf(a.lat, a.lng), vectorOf(b.lat, b.lng));

/** The circle that fits some places best (Kåsa's least squares), in a plane around the first. */
export function fitCircle(places: readonly Place[]): Place & { radius: number } {
  const METERS = 111_194.9;
  const [origin] = places;
  const shrink = Math.cos((origin!.lat * Math.PI) / 180);
  const points = places.map(({ lat, lng }) => [
    (lng - origin!.lng) * METERS * shrink,
    (lat - origin!.lat) * METERS,
  ]);
  const mean = [0, 1].map((axis) => points.reduce((sum, p) => sum + p[axis]!, 0) / points.length);
  let [uu, vv, uv, uuu, vvv, uvv, vuu] = [0, 0, 0, 0, 0, 0, 0];
  for (const p of points) {
    const [u, v] = [p[0]! - mean[0]!, p[1]! - mean[1]!];
    uu += u * u;
    vv += v * v;
    uv += u * v;
    uuu += u ** 3;
    vvv += v ** 3;
    uvv += u * v * v;
    vuu += v * u * u;
  }
  const [b, c] = [(uuu + uvv) / 2, (vvv + vuu) / 2];
  const determinant = uu * vv - uv * uv;
  const [x, y] = [(b * vv - c * uv) / determinant, (c * uu - b * uv) / determinant];
  return {
    lat: origin!.lat + (y + mean[1]!) / METERS,
    lng: origin!.lng + (x + mean[0]!) / (METERS * shrink),
    radius: Math.sqrt(x * x + y * y + (uu + vv) / points.length),
  };
}

/** A ride due east on the equator, a sample every second and 10 m, from `lng` on. */
export function eastward(n: number, lng = 0): Streams {
  const column = (value: (i: number) => number) => Int32Array.from({ length: n }, (_, i) => value(i));
  const wrapped = (degrees: number) => ((degrees + 540) % 360) - 180;
  return {
    n,
    columns: {
      time: column((i) => i * 1000),
      timer: column((i) => i * 1000),
      lat: column(() => 0),
      lng: column((i) => Math.round(wrapped(lng + (i * 10) / 111_194.9) * 1e7)),
      distance: column((i) => i * 1000),
      altitude: column((i) => 10_000 + i),
      heartrate: column((i) => 100 + (i % 50)),
      moving: column(() => 1),
    },
  };
}

/** A run as a watch exports it, north from 52.2, 21.01, winding so that its preview has points all along. */
export function windingGpx(start: string, points = 120): string {
  let at = 0;
  return gpx(start, { points }).replaceAll(
    'lon="21.01"',
    () => `lon="${(21.01 + 0.0003 * Math.sin(at++ / 2)).toFixed(6)}"`,
  );
}

const METERS_PER_DEGREE = 111_194.93;

/** The place so many metres north and east of another one, in a plane. */
export const offset = ({ lat, lng }: Place, north: number, east: number): Place => ({
  lat: lat + north / METERS_PER_DEGREE,
  lng: lng + east / METERS_PER_DEGREE / Math.cos((lat * Math.PI) / 180),
});

interface Step extends Place {
  /** Seconds since the step before. */
  after: number;
  heartrate: number;
  high: number;
}

/** A run as a watch exports it, whose first step is at `start` (ms). */
export function gpxOf(start: number, steps: readonly Step[]): string {
  let at = start;
  const rows = steps.map(({ lat, lng, after, heartrate, high }, i) => {
    if (i > 0) at += after * 1000;
    return `<trkpt lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}"><ele>${high.toFixed(1)}</ele><time>${new Date(at).toISOString()}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${heartrate}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>`;
  });
  return `<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>Run</name><type>running</type><trkseg>${rows.join('')}</trkseg></trk></gpx>`;
}
