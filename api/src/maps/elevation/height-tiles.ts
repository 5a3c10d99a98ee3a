import { setImmediate as nextTurn } from 'node:timers/promises';

export type LatLng = [lat: number, lng: number];
export type Heights = (number | null)[];

/** Heights that lie in tiles. */
export interface HeightTiles<Tile> {
  /** Most tiles that are read for one request: places on other tiles get no height. */
  maxTiles: number;
  /** Name of the tile that a place lies on; null where there can be none. */
  keyOf(lat: number, lng: number): string | null;
  /** Null where there is no such tile. */
  read(key: string): Promise<Tile | null>;
  /** Metres; null where there is no measurement. */
  heightIn(tile: Tile, lat: number, lng: number): number | null;
}

/** Places read before the event loop is yielded. */
const PLACES_PER_TURN = 2000;

async function groupByTile<Tile>(
  tiles: HeightTiles<Tile>,
  places: readonly LatLng[],
): Promise<Map<string, number[]>> {
  const groups = new Map<string, number[]>();
  for (const [i, [lat, lng]] of places.entries()) {
    if (i % PLACES_PER_TURN === PLACES_PER_TURN - 1) await nextTurn();
    const key = tiles.keyOf(lat, lng);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  }
  return groups;
}

/**
 * Heights of places, tile by tile: places that go to and fro between two tiles read each once. What is not known when
 * the signal ends the question stays null.
 */
export async function readHeights<Tile>(
  tiles: HeightTiles<Tile>,
  places: readonly LatLng[],
  signal: AbortSignal,
): Promise<Heights> {
  const heights: Heights = places.map(() => null);
  const groups = await groupByTile(tiles, places);
  for (const [key, indexes] of [...groups].slice(0, tiles.maxTiles)) {
    if (signal.aborted) break;
    const tile = await tiles.read(key);
    if (tile === null) continue;
    for (const [k, i] of indexes.entries()) {
      if (k % PLACES_PER_TURN === PLACES_PER_TURN - 1) await nextTurn();
      const [lat, lng] = places[i]!;
      heights[i] = tiles.heightIn(tile, lat, lng);
    }
  }
  return heights;
}
