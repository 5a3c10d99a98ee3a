import type { MeasurementSystem } from '@waymark/units';
import { METERS_PER_FOOT } from '@waymark/units';
import { simplifyTrack } from '@waymark/streams';
import { contours } from 'd3-contour';
import { clipLine } from '../../map-tiles/clip.ts';
import type { Feature } from '../../map-tiles/encode.ts';
import { EXTENT } from '../../map-tiles/grid.ts';
import { type HeightGrid, MARGIN, SIDE, TILE_PIXELS } from './height-grid.ts';

/** Below it a line is nothing but noise. */
const LEAST_ZOOM = 9;
/** Metres or feet between two lines, from which zoom on. */
const INTERVALS: Readonly<Record<MeasurementSystem, readonly (readonly [zoom: number, interval: number])[]>> =
  {
    metric: [
      [14, 10],
      [12, 20],
      [11, 50],
      [LEAST_ZOOM, 100],
    ],
    imperial: [
      [14, 40],
      [12, 80],
      [11, 200],
      [LEAST_ZOOM, 400],
    ],
  };
/** Every fifth line is drawn stronger and has its height written on it. */
const MAJOR = 5;
const UNITS_PER_PIXEL = EXTENT / TILE_PIXELS;
/** Units of a tile that a simplified line may lie beside the real one. */
const TOLERANCE = 3;
/** Units: what is less wide and high than that is no hill but the noise of a measurement. */
const SMALLEST_RING = 40;
/** Simplification reads whole numbers; no point lies there. */
const FINENESS = 1000;
const MISSING = -0x80000000;

/** Null where a zoom has no lines. */
const intervalAt = (z: number, system: MeasurementSystem): number | null =>
  INTERVALS[system].find(([zoom]) => z >= zoom)?.[1] ?? null;

/** The contour lines of a tile, one feature for each height, in whole metres or feet; none along the sea. */
export function contoursIn({ tile, heights }: HeightGrid, system: MeasurementSystem): Feature[] {
  const interval = intervalAt(tile.z, system);
  if (interval === null) return [];
  const unit = system === 'imperial' ? METERS_PER_FOOT : 1;
  const values = Array.from(heights, (height) => height / unit);
  const known = values.filter((value) => !Number.isNaN(value));
  const [lowest, highest] = known.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const,
    [Infinity, -Infinity] as const,
  );
  const tracer = contours().size([SIDE, SIDE]);
  const features: Feature[] = [];
  for (let n = Math.ceil(lowest / interval); n * interval <= highest; n++) {
    if (n === 0) continue;
    const rings = tracer.contour(values, n * interval).coordinates.flat() as [number, number][][];
    const parts = rings.flatMap((ring) => knownPieces(ring, values)).flatMap(drawnPieces);
    if (parts.length === 0) continue;
    const properties = { height: n * interval, major: n % MAJOR === 0 ? 1 : 0 };
    features.push({ kind: 'line', parts, properties });
  }
  return features;
}

/**
 * The pieces of a ring that lie between known heights. The library closes rings along the grid's edge and around what is
 * missing; those stretches are no contours.
 */
function knownPieces(ring: readonly [number, number][], values: readonly number[]): [number, number][][] {
  const pieces: [number, number][][] = [];
  let piece: [number, number][] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    // A sample lies in the middle of its cell.
    const column = Math.floor((a[0] + b[0]) / 2 - 0.5);
    const row = Math.floor((a[1] + b[1]) / 2 - 0.5);
    if (isKnown(values, column, row)) {
      if (piece.length === 0) piece.push(a);
      piece.push(b);
    } else if (piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

function isKnown(values: readonly number[], column: number, row: number): boolean {
  if (column < 0 || row < 0 || column > SIDE - 2 || row > SIDE - 2) return false;
  const at = row * SIDE + column;
  return [at, at + 1, at + SIDE, at + SIDE + 1].every((i) => !Number.isNaN(values[i]));
}

/** What a tile shows of a line of the grid, simplified, in units of the tile. */
function drawnPieces(line: readonly [number, number][]): number[][] {
  const x = Int32Array.from(line, ([column]) => (column - MARGIN) * UNITS_PER_PIXEL * FINENESS);
  const y = Int32Array.from(line, ([, row]) => (row - MARGIN) * UNITS_PER_PIXEL * FINENESS);
  const [first, last] = [line[0]!, line.at(-1)!];
  const isRing = first[0] === last[0] && first[1] === last[1];
  if (isRing && extentOf(x) < SMALLEST_RING * FINENESS && extentOf(y) < SMALLEST_RING * FINENESS) return [];
  // It takes columns of degrees times ten million; a tile is less than one of those, so the plane is as good as flat.
  const kept = simplifyTrack(y, x, (TOLERANCE * FINENESS) / 1e7, MISSING);
  return clipLine(kept.flatMap((i) => [x[i]! / FINENESS, y[i]! / FINENESS]));
}

function extentOf(values: Int32Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}
