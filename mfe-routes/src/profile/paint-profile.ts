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
const FONT = '12px system-ui, sans-serif';

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
  const { width, height, sharpness } = picture;
  canvas.width = Math.round(width * sharpness);
  canvas.height = Math.round(height * sharpness);
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(sharpness, sharpness);
  const room = roomOf(picture);
  const { heights, scales } = picture;
  const x = (at: number) => LEFT + (at / heights.total) * room.width;
  const y = (metres: number) =>
    ABOVE + (1 - (metres - scales.low) / (scales.high - scales.low)) * room.height;
  paintScales(pen, picture, { x, y });
  const line = outline(heights, Math.ceil(room.width));
  const { stroke, area } = pathsOf(line, { x, y }, ABOVE + room.height);
  pen.save();
  pen.clip(area);
  paintSlopes(pen, picture, room.width);
  pen.restore();
  Object.assign(pen, {
    strokeStyle: picture.colours.ink,
    lineWidth: 1.5,
    lineJoin: 'round',
    lineCap: 'round',
  });
  pen.stroke(stroke);
}

/** From metres to pixels. */
interface Places {
  x: (at: number) => number;
  y: (metres: number) => number;
}

function pathsOf({ at, height }: Outline, { x, y }: Places, bottom: number) {
  const stroke = new Path2D();
  const area = new Path2D();
  let start: number | null = null;
  let last = 0;
  const close = () => {
    if (start === null) return;
    area.lineTo(last, bottom);
    area.lineTo(start, bottom);
    area.closePath();
    start = null;
  };
  for (const [i, metres] of height.entries()) {
    if (Number.isNaN(metres)) {
      close();
      continue;
    }
    const [left, top] = [x(at[i]!), y(metres)];
    if (start === null) {
      start = left;
      stroke.moveTo(left, top);
      area.moveTo(left, top);
    }
    stroke.lineTo(left, top);
    area.lineTo(left, top);
    last = left;
  }
  close();
  return { stroke, area };
}

function paintSlopes(pen: CanvasRenderingContext2D, { heights, height, colours }: Picture, width: number) {
  const metres = heights.total / width;
  let [begun, shown] = [0, -1];
  const fill = (to: number) => {
    const one = SLOPES[shown];
    if (!one || to <= begun) return;
    pen.fillStyle = colours.dark ? one.dark : one.light;
    pen.fillRect(LEFT + begun, 0, to - begun, height);
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

function paintScales(
  pen: CanvasRenderingContext2D,
  { scales, width, height, colours }: Picture,
  { x, y }: Places,
) {
  const bottom = height - BELOW;
  // Half a pixel further, so that a line of one pixel is not smeared over two.
  const sharp = (place: number) => Math.round(place) + 0.5;
  Object.assign(pen, { strokeStyle: colours.hairline, fillStyle: colours.muted, font: FONT, lineWidth: 1 });
  pen.beginPath();
  Object.assign(pen, { textAlign: 'right', textBaseline: 'middle' });
  for (const { at, text } of scales.up) {
    if (y(at) < ABOVE || y(at) > bottom) continue;
    pen.moveTo(LEFT, sharp(y(at)));
    pen.lineTo(width - RIGHT, sharp(y(at)));
    pen.fillText(text, LEFT - 8, y(at));
  }
  pen.textBaseline = 'top';
  for (const { at, text } of scales.across) {
    pen.moveTo(sharp(x(at)), bottom);
    pen.lineTo(sharp(x(at)), bottom + 4);
    // The last label would be cut off at the right edge.
    pen.textAlign = x(at) > width - RIGHT - 14 ? 'right' : 'center';
    pen.fillText(text, Math.min(x(at), width), bottom + 7);
  }
  pen.stroke();
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
