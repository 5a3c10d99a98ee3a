import { sharp } from '../../../kernel/images/restricted-sharp.ts';
import { type HeightGrid, MARGIN, rowLatitudes, SIDE, TILE_PIXELS } from './height-grid.ts';

const EQUATOR_METERS = 40_075_016.685_578_49;
/** The sun stands in the north-west at 45°, as on printed maps. Towards it: east, south, up. */
const SUN = { east: -0.5, south: -0.5, up: Math.SQRT1_2 } as const;
/** What a flat place gets of the light: it stays as it is. */
const FLAT = SUN.up;
/** Of 255, in full shadow and in full light. */
const DARKEST = 115;
const LIGHTEST = 48;
/** Alpha goes in such steps: nobody sees them, and the picture has fewer bytes. */
const STEP = 2;

/** Slopes seem flat from afar: each zoom below 13 raises them. */
const exaggerationAt = (z: number): number => 1.2 ** Math.max(0, 13 - z);

/**
 * Shading of slopes by Horn's method (B. K. P. Horn, "Hill shading and the reflectance map", Proceedings of the IEEE 69,
 * 1981): grey and alpha of each pixel. Slopes to the sun are white, those away from it black, flat places, the sea and
 * what is not known transparent.
 */
export function shadeGrid({ tile, heights }: HeightGrid): Uint8Array {
  const out = new Uint8Array(TILE_PIXELS * TILE_PIXELS * 2);
  const latitudes = rowLatitudes(tile);
  const exaggeration = exaggerationAt(tile.z);
  for (let row = 0; row < TILE_PIXELS; row++) {
    const shrink = Math.cos((latitudes[row + MARGIN]! * Math.PI) / 180);
    const pixelMeters = (EQUATOR_METERS / (TILE_PIXELS * 2 ** tile.z)) * shrink;
    const perPixel = exaggeration / (8 * pixelMeters);
    for (let column = 0; column < TILE_PIXELS; column++) {
      const at = (row + MARGIN) * SIDE + column + MARGIN;
      const h = (dx: number, dy: number) => heights[at + dy * SIDE + dx]!;
      const east = h(1, -1) + 2 * h(1, 0) + h(1, 1) - h(-1, -1) - 2 * h(-1, 0) - h(-1, 1);
      const south = h(-1, 1) + 2 * h(0, 1) + h(1, 1) - h(-1, -1) - 2 * h(0, -1) - h(1, -1);
      const [p, q] = [east * perPixel, south * perPixel];
      const light = (SUN.up - p * SUN.east - q * SUN.south) / Math.hypot(1, p, q);
      if (Number.isNaN(light) || Number.isNaN(heights[at])) continue;
      const o = (row * TILE_PIXELS + column) * 2;
      const alpha =
        light < FLAT
          ? Math.min(1, (FLAT - light) / FLAT) * DARKEST
          : ((light - FLAT) / (1 - FLAT)) * LIGHTEST;
      out[o] = light < FLAT ? 0 : 255;
      out[o + 1] = Math.round(alpha / STEP) * STEP;
    }
  }
  return out;
}

/** The shading of a tile as a WebP picture; null where nothing is shaded. */
export async function shadingPicture(grid: HeightGrid): Promise<Uint8Array | null> {
  const pixels = shadeGrid(grid);
  if (!pixels.some((value, i) => i % 2 === 1 && value > 0)) return null;
  return sharp(pixels, { raw: { width: TILE_PIXELS, height: TILE_PIXELS, channels: 2 } })
    .webp({ lossless: true, effort: 2 })
    .toBuffer();
}
