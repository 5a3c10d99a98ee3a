import { drawAxes, pixelScales, prepareCanvas, strokeLine, tracePaths } from '@waymark/chart';
import { type Heights, slopeAt } from './heights.ts';
import type { Scales } from './profile-scales.ts';
import { SLOPES, slopeClass } from './slope-classes.ts';

/** Room in pixels: left for the heights, right of the end, above the highest place, below for the distances. */
export const LEFT = 46;
export const RIGHT = 12;
export const ABOVE = 8;
export const BELOW = 24;

/** Pixels of one colour of slope: finer ones flicker. */
const BAND = 4;

export interface Picture {
  heights: Heights;
  scales: Scales;
  /** Pixels of the whole canvas. */
  width: number;
  height: number;
  /** Pixels of the screen for each, at least so many (paper wants more). */
  sharpness: number;
  colours: { ink: string; muted: string; hairline: string; dark: boolean };
}

export const roomOf = ({ width, height }: { width: number; height: number }) => ({
  width: Math.max(1, width - LEFT - RIGHT),
  height: Math.max(1, height - ABOVE - BELOW),
});

/** Draws scales, slopes and the line of heights. */
export function paintProfile(canvas: HTMLCanvasElement, picture: Picture): void {
  const { width, height, sharpness, heights, scales, colours } = picture;
  const context = prepareCanvas(canvas, { width, height }, sharpness);
  if (!context) return;
  const area = { left: LEFT, top: ABOVE, right: width - RIGHT, bottom: height - BELOW };
  const pixels = pixelScales(area, [0, heights.total], [scales.low, scales.high]);
  drawAxes(context, area, pixels, {
    xTicks: scales.across,
    yTicks: scales.up,
    xLines: 'marks',
    lineColor: colours.hairline,
    textColor: colours.muted,
  });
  const columns = Math.ceil(area.right - area.left);
  const { at, height: metres } = outline(heights, columns);
  const { line, surface } = tracePaths(at, metres, pixels, area.bottom);
  context.save();
  context.clip(surface);
  paintSlopes(context, picture, area.right - area.left);
  context.restore();
  strokeLine(context, line, colours.ink);
}

function paintSlopes(
  context: CanvasRenderingContext2D,
  { heights, height, colours }: Picture,
  width: number,
) {
  const metres = heights.total / width;
  let [begun, shown] = [0, -1];
  const fill = (to: number) => {
    const one = SLOPES[shown];
    if (!one || to <= begun) return;
    context.fillStyle = colours.dark ? one.dark : one.light;
    context.fillRect(LEFT + begun, 0, to - begun, height);
  };
  for (let from = 0; from < width; from += BAND) {
    const next = slopeClass(slopeAt(heights, (from + BAND / 2) * metres, Math.max(100, 3 * BAND * metres)));
    // Beside a gap there is no slope to tell: what was last known goes on.
    if (next === shown || next < 0) continue;
    if (shown >= 0) {
      fill(from);
      begun = from;
    }
    shown = next;
  }
  fill(width);
}

/** What is drawn of a course: metres along it and metres above the sea, NaN where the line breaks. */
interface Outline {
  at: number[];
  height: number[];
}

/**
 * At most two points for each of `columns` equal parts, the lowest and the highest in their order, so that no summit
 * is lost however long the course is. A part whose points nobody knows the height of breaks the line; one without
 * points of its own does not.
 */
export function outline({ along, elevation, total }: Heights, columns: number): Outline {
  const result: Outline = { at: [], height: [] };
  const add = (i: number) => {
    result.at.push(along[i]!);
    result.height.push(elevation[i]!);
  };
  const n = along.length;
  if (n <= columns * 2) {
    for (let i = 0; i < n; i++) add(i);
    return result;
  }
  for (let i = 0; i < n;) {
    const column = Math.min(columns - 1, Math.floor((along[i]! / total) * columns));
    const end = column === columns - 1 ? Infinity : (total * (column + 1)) / columns;
    const first = i;
    let [low, high] = [-1, -1];
    for (; i < n && (along[i]! < end || i === first); i++) {
      const height = elevation[i]!;
      if (Number.isNaN(height)) continue;
      if (low < 0 || height < elevation[low]!) low = i;
      if (high < 0 || height > elevation[high]!) high = i;
    }
    if (low < 0) add(first);
    else if (low === high) add(low);
    else [Math.min(low, high), Math.max(low, high)].forEach(add);
  }
  return result;
}
