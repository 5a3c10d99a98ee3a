import { LRUCache } from 'lru-cache';
import { sharp } from '../../kernel/images/restricted-sharp.ts';
import type { HeightTiles } from './height-tiles.ts';

export const TERRARIUM_ZOOM = 13;
/** Tiles of a row of the whole world. */
const SIZE = 2 ** TERRARIUM_ZOOM;
export const TERRARIUM_SIDE = 256;
const SIDE = TERRARIUM_SIDE;
const MAX_CACHED_TILES = 64;
const TIMEOUT_MS = 5000;

/** Heights, row by row from the north-west. */
export type TerrariumTile = Float32Array;

/** Where a place lies, in tiles from the north-west. */
const tilePlace = (lat: number, lng: number): [x: number, y: number] => [
  ((lng + 180) / 360) * SIZE,
  ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * SIZE,
];

/**
 * Heights from tiles in Terrarium's encoding (red x 256 + green + blue / 256 - 32768 metres), by a URL with
 * `{z}`, `{x}`, `{y}`.
 */
export class TerrariumTiles implements HeightTiles<TerrariumTile> {
  /** Each is up to 5 km wide; each may be one request to a server of somebody else. */
  readonly maxTiles = 400;
  #url: string;
  #tiles = new LRUCache<string, Promise<TerrariumTile | null>>({ max: MAX_CACHED_TILES });

  constructor(url: string) {
    this.#url = url;
  }

  keyOf(lat: number, lng: number): string | null {
    const [x, y] = tilePlace(lat, lng);
    return y >= 0 && y < SIZE ? `${Math.floor(x) % SIZE}/${Math.floor(y)}` : null;
  }

  /** Metres of the nearest sample. */
  heightIn(tile: TerrariumTile, lat: number, lng: number): number {
    const [x, y] = tilePlace(lat, lng);
    const column = Math.min(SIDE - 1, Math.floor((x - Math.floor(x)) * SIDE));
    const row = Math.min(SIDE - 1, Math.floor((y - Math.floor(y)) * SIDE));
    return tile[row * SIDE + column]!;
  }

  read(key: string): Promise<TerrariumTile | null> {
    let tile = this.#tiles.get(key);
    if (!tile) {
      this.#tiles.set(key, (tile = fetchTerrariumTile(this.#url, zxyOf(key))));
      // A tile that could not be fetched is requested again the next time.
      tile.catch(() => this.#tiles.delete(key));
    }
    return tile;
  }
}

const zxyOf = (key: string) => {
  const [x, y] = key.split('/').map(Number) as [number, number];
  return { z: TERRARIUM_ZOOM, x, y };
};

/** One tile of heights; null where the server has none. */
export async function fetchTerrariumTile(
  url: string,
  { z, x, y }: { z: number; x: number; y: number },
): Promise<TerrariumTile | null> {
  const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
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
