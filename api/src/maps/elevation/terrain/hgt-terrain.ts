import { LRUCache } from 'lru-cache';
import { hgtName, readHgtFile, VOID } from '../hgt.ts';
import {
  columnLongitudes,
  type HeightGrid,
  rowLatitudes,
  SIDE,
  type TerrainSource,
  TILE_PIXELS,
} from './height-grid.ts';
import { type SplineKernel, splineKernel, splineValue } from './spline.ts';

/** Samples of a degree, as they are in its file or fewer. */
export interface HgtSamples {
  data: Int16Array | Float32Array;
  /** Samples of a row. */
  n: number;
}

/** By how much the samples of a file are thinned for maps that show less of it. */
const THINNINGS = [16, 8, 4, 2, 1] as const;
/** Four files of one arc second: a tile may lie where four degrees meet. */
const MAX_CACHED_BYTES = 112 * 1024 * 1024;
/** What was replaced in the folder is seen after this time. */
const MAX_AGE_MS = 3_600_000;

/** A run of rows or columns on one degree. */
interface Span {
  degree: number;
  from: number;
  /** Of each, from the south or the west: 0 to 1. */
  fractions: number[];
}

function spansOf(degrees: Float64Array): Span[] {
  const spans: Span[] = [];
  for (const [i, value] of degrees.entries()) {
    const degree = Math.floor(value);
    const last = spans.at(-1);
    if (last?.degree === degree) last.fractions.push(value - degree);
    else spans.push({ degree, from: i, fractions: [value - degree] });
  }
  return spans;
}

/** Heights for tiles from a folder of HGT files. */
export class HgtTerrain implements TerrainSource {
  #folder: string;
  /** Samples of a row of the files that were read. */
  #lengths = new LRUCache<string, number>({ max: 1000 });
  #samples = new LRUCache<string, HgtSamples>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ data }) => data.byteLength,
    ttl: MAX_AGE_MS,
  });

  constructor(folder: string) {
    this.#folder = folder;
  }

  async addHeights({ tile, heights }: HeightGrid): Promise<void> {
    const degreesPerPixel = 360 / 2 ** tile.z / TILE_PIXELS;
    for (const rows of spansOf(rowLatitudes(tile)))
      for (const columns of spansOf(columnLongitudes(tile))) {
        const samples = await this.#read(hgtName(rows.degree, columns.degree), degreesPerPixel);
        if (samples) fillSpan(heights, rows, columns, samples);
      }
  }

  async #read(name: string, degreesPerPixel: number): Promise<HgtSamples | null> {
    const knownLength = this.#lengths.get(name);
    const known = knownLength && this.#samples.get(`${name} ${thinningFor(knownLength, degreesPerPixel)}`);
    if (known) return known;
    const file = await readHgtFile(this.#folder, name);
    if (!file) return null;
    const whole = { data: nativeOrder(file.data), n: file.n };
    const by = thinningFor(file.n, degreesPerPixel);
    const samples = by === 1 ? whole : thinSamples(whole, by);
    this.#lengths.set(name, file.n);
    this.#samples.set(`${name} ${by}`, samples);
    return samples;
  }
}

/** By longitude alone, so that all tiles of a zoom are made of the same samples. */
function thinningFor(n: number, degreesPerPixel: number): number {
  const samplesPerPixel = degreesPerPixel * (n - 1);
  return THINNINGS.find((by) => by * 1.5 <= samplesPerPixel && (n - 1) % by === 0) ?? 1;
}

function nativeOrder(data: Buffer): Int16Array {
  const { buffer } = new Uint8Array(data);
  Buffer.from(buffer).swap16();
  return new Int16Array(buffer);
}

function fillSpan(heights: Float32Array, rows: Span, columns: Span, { data, n }: HgtSamples): void {
  const sampleAt = (column: number, row: number) => data[row * n + column]!;
  const across: SplineKernel[] = columns.fractions.map((share) => splineKernel(share * (n - 1), n));
  for (const [r, share] of rows.fractions.entries()) {
    const down = splineKernel((1 - share) * (n - 1), n);
    for (const [c, kernel] of across.entries()) {
      const at = (rows.from + r) * SIDE + columns.from + c;
      if (Number.isNaN(heights[at])) heights[at] = splineValue(kernel, down, sampleAt, isVoid);
    }
  }
}

const isVoid = (sample: number): boolean => sample === VOID;

/**
 * Each sample of fewer ones is the mean of those around it, the near ones counting more. Those at the border are made of
 * the border's own, which the next degree has too: both agree along it.
 */
export function thinSamples({ data, n }: HgtSamples, by: number): HgtSamples {
  const m = (n - 1) / by + 1;
  const across = thinRows(data, n, n, by, m);
  const turned = thinRows(transpose(across, n, m), m, n, by, m);
  return { data: transpose(turned, m, m), n: m };
}

function thinRows(
  data: ArrayLike<number>,
  rows: number,
  length: number,
  by: number,
  kept: number,
): Float32Array {
  const out = new Float32Array(rows * kept);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < kept; k++) {
      const reach = k === 0 || k === kept - 1 ? 0 : by - 1;
      let [sum, weights] = [0, 0];
      for (let d = -reach; d <= reach; d++) {
        const sample = data[row * length + k * by + d]!;
        if (sample === VOID) continue;
        const weight = by - Math.abs(d);
        sum += sample * weight;
        weights += weight;
      }
      out[row * kept + k] = weights > 0 ? sum / weights : VOID;
    }
  return out;
}

function transpose(data: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) out[column * rows + row] = data[row * columns + column]!;
  return out;
}
