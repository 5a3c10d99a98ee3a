import type { TrackMask, TrackSet } from './track-set.ts';

export interface Frame {
  /** West and north edge on the plane, units per cell, cells. */
  west: number;
  north: number;
  cell: number;
  width: number;
  height: number;
}

export interface Density {
  /** Row by row from the north: how many tracks touch each cell. A track counts once, however often it comes by. */
  counts: Uint16Array;
  most: number;
}

/** Long lines that leave the frame are walked only as far as this many cells. */
const MOST_STEPS = 20_000;
const MOST_COUNTED = 65_535;
const ONE = 65_536;
const HALF = ONE / 2;

const inside = (column: number, row: number, { width, height }: Frame): boolean =>
  column >= 0 && row >= 0 && column < width && row < height;

/** Both ends lie beyond the same side. */
const passesBy = (from: number, to: number, size: number): boolean =>
  (from < 0 && to < 0) || (from >= size && to >= size);

/** Counts tracks by the cells of a frame. */
export function density(set: TrackSet, shown: TrackMask, frame: Frame): Density {
  const { west, north, cell, width, height } = frame;
  const counts = new Uint16Array(width * height);
  const last = new Uint32Array(width * height);
  const { starts, x, y, breaks, boxes } = set;
  const east = west + width * cell;
  const south = north - height * cell;
  let most = 0;
  for (let track = 0; track + 1 < starts.length; track++) {
    if (shown && !shown[track]) continue;
    const box = track * 4;
    if (boxes[box]! > east || boxes[box + 2]! < west || boxes[box + 1]! > north || boxes[box + 3]! < south)
      continue;
    const stamp = track + 1;
    const from = starts[track]!;
    const to = starts[track + 1]!;
    const mark = (at: number) => {
      if (last[at] === stamp) return;
      last[at] = stamp;
      if (counts[at]! < MOST_COUNTED) counts[at]!++;
      if (counts[at]! > most) most = counts[at]!;
    };
    let column = Math.floor((x[from]! - west) / cell);
    let row = Math.floor((north - y[from]!) / cell);
    if (inside(column, row, frame)) mark(row * width + column);
    for (let i = from + 1; i < to; i++) {
      const [fromColumn, fromRow] = [column, row];
      column = Math.floor((x[i]! - west) / cell);
      row = Math.floor((north - y[i]!) / cell);
      if (breaks[i]) {
        if (inside(column, row, frame)) mark(row * width + column);
        continue;
      }
      if (column === fromColumn && row === fromRow) continue;
      const [right, down] = [column - fromColumn, row - fromRow];
      const steps = Math.max(Math.abs(right), Math.abs(down));
      if (steps > MOST_STEPS || passesBy(fromColumn, column, width) || passesBy(fromRow, row, height))
        continue;
      if (inside(column, row, frame) && inside(fromColumn, fromRow, frame)) {
        // Most lines by far: whole numbers of 65,536ths of a cell, no check of each step.
        const [across, along] = [Math.trunc((right * ONE) / steps), Math.trunc((down * ONE) / steps)];
        let [c, r] = [fromColumn * ONE + HALF, fromRow * ONE + HALF];
        for (let step = 1; step < steps; step++) {
          c += across;
          r += along;
          mark((r >> 16) * width + (c >> 16));
        }
        mark(row * width + column);
        continue;
      }
      for (let step = 1; step <= steps; step++) {
        const c = fromColumn + Math.round((right * step) / steps);
        const r = fromRow + Math.round((down * step) / steps);
        if (inside(c, r, frame)) mark(r * width + c);
      }
    }
  }
  return { counts, most };
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
/** From a cell one track touches to the one most touch. The first is told from the ground at 3 : 1. */
const RAMPS: Record<'light' | 'dark', readonly Colour[]> = {
  light: [
    [206, 92, 52, 225],
    [190, 50, 16, 245],
    [116, 18, 60, 255],
    [46, 8, 66, 255],
  ],
  dark: [
    [190, 84, 48, 225],
    [255, 122, 77, 245],
    [255, 190, 90, 255],
    [255, 248, 214, 255],
  ],
};
const SHADES = 256;

/** The ramp as shades of four bytes. */
export function shadesOf(scheme: 'light' | 'dark'): Uint8ClampedArray {
  const ramp = RAMPS[scheme];
  const shades = new Uint8ClampedArray(SHADES * 4);
  for (let i = 0; i < SHADES; i++) {
    const at = (i / (SHADES - 1)) * (ramp.length - 1);
    const low = Math.min(ramp.length - 2, Math.floor(at));
    for (let k = 0; k < 4; k++)
      shades[i * 4 + k] = ramp[low]![k]! + (at - low) * (ramp[low + 1]![k]! - ramp[low]![k]!);
  }
  return shades;
}

/** Shade of a count on a scale of logarithms: the way home is walked a hundred times as often as any other. */
export function shadeIndex(count: number, most: number): number {
  if (most <= 1) return 0;
  return Math.round((Math.log(count) / Math.log(most)) * (SHADES - 1));
}

/** Colours the counts, four bytes a cell; a cell without a track stays clear. */
export function paint({ counts, most }: Density, scheme: 'light' | 'dark', pixels: Uint8ClampedArray): void {
  const shades = new Uint32Array(shadesOf(scheme).buffer);
  // Most cells have few tracks: their shades are looked up.
  const known = new Uint32Array(Math.min(most, 1024) + 1);
  for (let count = 1; count < known.length; count++) known[count] = shades[shadeIndex(count, most)]!;
  const out = new Uint32Array(pixels.buffer, pixels.byteOffset, counts.length);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count > 0) out[i] = count < known.length ? known[count]! : shades[shadeIndex(count, most)]!;
  }
}
