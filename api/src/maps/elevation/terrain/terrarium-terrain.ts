import { LRUCache } from 'lru-cache';
import { fetchTerrariumTile, TERRARIUM_SIDE, TERRARIUM_ZOOM, type TerrariumTile } from '../terrarium.ts';
import { type HeightGrid, MARGIN, SIDE, type TerrainSource } from './height-grid.ts';
import { splineKernel, splineValue } from './spline.ts';

/** 256 kB each. */
const MAX_CACHED_TILES = 96;
const MAX_AGE_MS = 3_600_000;
/** Samples beyond the outermost pixels that the spline reads. */
const REACH = 2;

/** Samples of a zoom, row by row, counted from the north-west of the world. */
interface Patch {
  left: number;
  top: number;
  width: number;
  height: number;
  data: Float32Array;
}

/**
 * Heights for tiles from a server of Terrarium tiles: those of the same zoom up to 13, finer ones between the samples of
 * zoom 13. The floor of the sea is as high as the sea.
 */
export class TerrariumTerrain implements TerrainSource {
  #url: string;
  #tiles = new LRUCache<string, Promise<TerrariumTile | null>>({ max: MAX_CACHED_TILES, ttl: MAX_AGE_MS });

  constructor(url: string) {
    this.#url = url;
  }

  async addHeights({ tile, heights }: HeightGrid): Promise<void> {
    const zoom = Math.min(tile.z, TERRARIUM_ZOOM);
    const pixelsPerSample = 2 ** (tile.z - zoom);
    const place = (tileIndex: number, i: number) =>
      (tileIndex * TERRARIUM_SIDE + i - MARGIN + 0.5) / pixelsPerSample - 0.5;
    const reach = pixelsPerSample === 1 ? 0 : REACH;
    const [left, top] = [tile.x, tile.y].map((index) => Math.floor(place(index, 0)) - reach);
    const [right, bottom] = [tile.x, tile.y].map((index) => Math.ceil(place(index, SIDE - 1)) + reach);
    const patch = await this.#read(zoom, left!, top!, right!, bottom!);
    const sampleAt = (column: number, row: number) => patch.data[row * patch.width + column]!;
    const across = Array.from({ length: SIDE }, (_, i) =>
      splineKernel(place(tile.x, i) - left!, patch.width),
    );
    for (let row = 0; row < SIDE; row++) {
      const down = splineKernel(place(tile.y, row) - top!, patch.height);
      for (let column = 0; column < SIDE; column++) {
        const at = row * SIDE + column;
        if (!Number.isNaN(heights[at])) continue;
        heights[at] =
          pixelsPerSample === 1
            ? sampleAt(column, row)
            : splineValue(across[column]!, down, sampleAt, Number.isNaN);
      }
    }
  }

  async #read(z: number, left: number, top: number, right: number, bottom: number): Promise<Patch> {
    const [width, height] = [right - left + 1, bottom - top + 1];
    const patch = { left, top, width, height, data: new Float32Array(width * height).fill(NaN) };
    const tileOf = (sample: number) => Math.floor(sample / TERRARIUM_SIDE);
    const reads: Promise<void>[] = [];
    for (let y = tileOf(top); y <= tileOf(bottom); y++)
      for (let x = tileOf(left); x <= tileOf(right); x++)
        reads.push(
          this.#tile(z, x, y).then((samples) => {
            if (samples) copyInto(patch, samples, x * TERRARIUM_SIDE, y * TERRARIUM_SIDE);
          }),
        );
    await Promise.all(reads);
    return patch;
  }

  #tile(z: number, x: number, y: number): Promise<TerrariumTile | null> {
    const size = 2 ** z;
    if (y < 0 || y >= size) return Promise.resolve(null);
    const around = ((x % size) + size) % size;
    const key = `${z}/${around}/${y}`;
    let tile = this.#tiles.get(key);
    if (!tile) {
      this.#tiles.set(key, (tile = fetchTerrariumTile(this.#url, { z, x: around, y })));
      // A tile that could not be fetched is requested again the next time.
      tile.catch(() => this.#tiles.delete(key));
    }
    return tile;
  }
}

function copyInto({ left, top, width, height, data }: Patch, samples: TerrariumTile, x: number, y: number) {
  for (let row = Math.max(0, y - top); row < Math.min(height, y - top + TERRARIUM_SIDE); row++)
    for (let column = Math.max(0, x - left); column < Math.min(width, x - left + TERRARIUM_SIDE); column++) {
      const sample = samples[(row + top - y) * TERRARIUM_SIDE + column + left - x]!;
      data[row * width + column] = Math.max(0, sample);
    }
}
