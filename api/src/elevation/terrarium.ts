import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

const ZOOM = 13;
const SIDE = 256;
const MAX_TILES = 64;
const TIMEOUT_MS = 5000;

/** Heights of a tile, row by row from the north-west. */
type Heights = Float32Array;

/**
 * Heights from tiles in Terrarium's encoding (red x 256 + green + blue / 256 - 32768 metres), by a URL with
 * `{z}`, `{x}`, `{y}`.
 */
export class TerrariumTiles {
  #url: string;
  #tiles = new LRUCache<string, Promise<Heights | null>>({ max: MAX_TILES });

  constructor(url: string) {
    this.#url = url;
  }

  /** Metres of the nearest sample; null where there is no tile. */
  async height(lat: number, lng: number): Promise<number | null> {
    const size = 2 ** ZOOM;
    const x = ((lng + 180) / 360) * size;
    const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size;
    if (!(y >= 0 && y < size)) return null;
    const tile = await this.#tile(Math.floor(x) % size, Math.floor(y));
    if (!tile) return null;
    const column = Math.min(SIDE - 1, Math.floor((x - Math.floor(x)) * SIDE));
    const row = Math.min(SIDE - 1, Math.floor((y - Math.floor(y)) * SIDE));
    return tile[row * SIDE + column]!;
  }

  #tile(x: number, y: number): Promise<Heights | null> {
    const key = `${x}/${y}`;
    let tile = this.#tiles.get(key);
    if (!tile) {
      this.#tiles.set(key, (tile = this.#read(x, y)));
      // A tile that could not be fetched is requested again the next time.
      tile.catch(() => this.#tiles.delete(key));
    }
    return tile;
  }

  async #read(x: number, y: number): Promise<Heights | null> {
    const url = this.#url.replace('{z}', String(ZOOM)).replace('{x}', String(x)).replace('{y}', String(y));
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`Heights: the tile server answers ${response.status}.`);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.width !== SIDE || info.height !== SIDE || info.channels !== 3)
      throw new Error('Heights: the tile server sends something else than 256 x 256 pixels.');
    return Float32Array.from(
      { length: SIDE * SIDE },
      (_, i) => data[i * 3]! * 256 + data[i * 3 + 1]! + data[i * 3 + 2]! / 256 - 32_768,
    );
  }
}
