import { latitudeAt, type Tile } from '../../map-tiles/grid.ts';

/** Pixels along each side of a tile. */
export const TILE_PIXELS = 256;
/** Pixels around a tile whose heights are known too, so that neighbours agree along their border. */
export const MARGIN = 6;
/** Heights of a row of the grid. */
export const SIDE = TILE_PIXELS + 2 * MARGIN;

/** Heights in metres at the middle of each pixel of a tile and of its margin, from the north-west; NaN where none is known. */
export interface HeightGrid {
  tile: Tile;
  heights: Float32Array;
}

/** Where a tile's heights come from. */
export interface TerrainSource {
  /** Sets the heights that it knows and that are still missing. */
  addHeights(grid: HeightGrid): Promise<void>;
}

/** Latitude of each row of a tile's grid. */
export const rowLatitudes = ({ z, y }: Tile): Float64Array =>
  Float64Array.from({ length: SIDE }, (_, row) => latitudeAt(y + (row - MARGIN + 0.5) / TILE_PIXELS, 2 ** z));

/** Longitude of each column, -180 to 180. */
export const columnLongitudes = ({ z, x }: Tile): Float64Array =>
  Float64Array.from({ length: SIDE }, (_, column) => {
    const lng = ((x + (column - MARGIN + 0.5) / TILE_PIXELS) / 2 ** z) * 360 - 180;
    return lng >= 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
  });

/** Heights of a tile; each source is asked for what those before it did not know. Null where none knows any. */
export async function readHeightGrid(
  tile: Tile,
  sources: readonly TerrainSource[],
): Promise<HeightGrid | null> {
  const grid: HeightGrid = { tile, heights: new Float32Array(SIDE * SIDE).fill(NaN) };
  for (const source of sources) {
    if (!grid.heights.some(Number.isNaN)) break;
    await source.addHeights(grid);
  }
  return grid.heights.every(Number.isNaN) ? null : grid;
}
