import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { HeightTiles } from './height-tiles.ts';

/** A sample without a measurement. */
export const VOID = -32_768;
/** 26 MB each at one arc second. */
const MAX_CACHED_TILES = 6;

export interface HgtTile {
  data: Buffer;
  /** Samples of a row. */
  n: number;
}

const two = (value: number, digits: number) => String(Math.abs(value)).padStart(digits, '0');

/** Name of the tile with its south-west corner there: `N46E007`. */
export const hgtName = (south: number, west: number): string =>
  `${south < 0 ? 'S' : 'N'}${two(south, 2)}${west < 0 ? 'W' : 'E'}${two(west, 3)}`;

/** Heights from a folder of HGT files (SRTM's form: rows from north to south, two bytes, metres), 1 or 3 arc seconds. */
export class HgtFolder implements HeightTiles<HgtTile> {
  /** Each is a degree wide: enough for a ride through a continent. */
  readonly maxTiles = 32;
  #folder: string;
  #tiles = new LRUCache<string, Promise<HgtTile | null>>({ max: MAX_CACHED_TILES });

  constructor(folder: string) {
    this.#folder = folder;
  }

  keyOf(lat: number, lng: number): string {
    return hgtName(Math.floor(lat), Math.floor(lng));
  }

  /** Metres, between samples by their distance. */
  heightIn(tile: HgtTile, lat: number, lng: number): number | null {
    const x = (lng - Math.floor(lng)) * (tile.n - 1);
    const y = (Math.floor(lat) + 1 - lat) * (tile.n - 1);
    const i = Math.min(tile.n - 2, Math.floor(x));
    const j = Math.min(tile.n - 2, Math.floor(y));
    const at = (a: number, b: number) => tile.data.readInt16BE((b * tile.n + a) * 2);
    const [nw, ne, sw, se] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
    if ([nw, ne, sw, se].includes(VOID)) return null;
    const [u, v] = [x - i, y - j];
    return (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v;
  }

  read(name: string): Promise<HgtTile | null> {
    let tile = this.#tiles.get(name);
    if (!tile) {
      this.#tiles.set(name, (tile = readHgtFile(this.#folder, name)));
      // A file that could not be read is tried again the next time.
      tile.catch(() => this.#tiles.delete(name));
    }
    return tile;
  }
}

/** The file of a degree, in the folder or in one for its latitude; null where there is none. */
export async function readHgtFile(folder: string, name: string): Promise<HgtTile | null> {
  for (const file of [`${name}.hgt`, path.join(name.slice(0, 3), `${name}.hgt`)]) {
    try {
      const data = await readFile(path.join(folder, file));
      const n = Math.sqrt(data.length / 2);
      return Number.isInteger(n) && n > 1 ? { data, n } : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
}
