import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** A sample without a measurement. */
const VOID = -32_768;
/** 26 MB each at one arc second. */
const MAX_TILES = 6;

interface Tile {
  data: Buffer;
  /** Samples of a row. */
  n: number;
}

const two = (value: number, digits: number) => String(Math.abs(value)).padStart(digits, '0');

/** Name of the tile with its south-west corner there: `N46E007`. */
export const tileName = (south: number, west: number): string =>
  `${south < 0 ? 'S' : 'N'}${two(south, 2)}${west < 0 ? 'W' : 'E'}${two(west, 3)}`;

/** Heights from a folder of HGT files (SRTM's form: rows from north to south, two bytes, metres), 1 or 3 arc seconds. */
export class HgtFolder {
  #folder: string;
  #tiles = new LRUCache<string, Promise<Tile | null>>({ max: MAX_TILES });

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Metres, between samples by their distance; null where no file or no sample is. */
  async height(lat: number, lng: number): Promise<number | null> {
    const south = Math.floor(lat);
    const west = Math.floor(lng);
    const tile = await this.#tile(tileName(south, west));
    if (!tile) return null;
    const x = (lng - west) * (tile.n - 1);
    const y = (south + 1 - lat) * (tile.n - 1);
    const i = Math.min(tile.n - 2, Math.floor(x));
    const j = Math.min(tile.n - 2, Math.floor(y));
    const at = (a: number, b: number) => tile.data.readInt16BE((b * tile.n + a) * 2);
    const [nw, ne, sw, se] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
    if ([nw, ne, sw, se].includes(VOID)) return null;
    const [u, v] = [x - i, y - j];
    return (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v;
  }

  #tile(name: string): Promise<Tile | null> {
    let tile = this.#tiles.get(name);
    if (!tile) this.#tiles.set(name, (tile = this.#read(name)));
    return tile;
  }

  async #read(name: string): Promise<Tile | null> {
    for (const file of [`${name}.hgt`, path.join(name.slice(0, 3), `${name}.hgt`)]) {
      try {
        const data = await readFile(path.join(this.#folder, file));
        const n = Math.sqrt(data.length / 2);
        return Number.isInteger(n) && n > 1 ? { data, n } : null;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return null;
  }
}
