import { type Camera, scaleAt, type Size } from './plane.ts';
import { CHUNK, type ThinLine } from './thin-line.ts';

/** The parts of a line that are in view, in pixels. */
export interface Run {
  /** x, y, x, y, ... */
  xy: number[];
  /** Pixels of the line before the run begins: dashes and arrows stay on their places while the map moves. */
  along: number;
}

/** Lines are drawn this far beyond the edge, so that their ends are not seen. */
const MARGIN = 40;
/** Pieces that reach farther than this are cut, as a canvas draws dashes of what nobody sees. */
const FAR = 4096;

/** Cuts a line to the view. */
export function visibleRuns({ xy, along, boxes }: ThinLine, camera: Camera, size: Size): Run[] {
  const runs: Run[] = [];
  if (xy.length < 4) return runs;
  const scale = scaleAt(camera.zoom);
  const [right, down] = [size.width / 2 + MARGIN, size.height / 2 + MARGIN];
  const [north, south] = [camera.y - down / scale, camera.y + down / scale];
  const [west, east] = [camera.x - right / scale, camera.x + right / scale];
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < boxes.length; i += 4) {
    least = Math.min(least, boxes[i]!);
    most = Math.max(most, boxes[i + 2]!);
  }
  const last = xy.length / 2 - 1;
  for (let copy = Math.ceil(west - most); copy <= Math.floor(east - least); copy++) {
    const left = size.width / 2 - (camera.x - copy) * scale;
    const top = size.height / 2 - camera.y * scale;
    let open: Run | null = null;
    for (let chunk = 0; 4 * chunk < boxes.length; chunk++) {
      const box = 4 * chunk;
      if (
        boxes[box]! + copy > east ||
        boxes[box + 2]! + copy < west ||
        boxes[box + 1]! > south ||
        boxes[box + 3]! < north
      ) {
        open = null;
        continue;
      }
      const from = chunk * CHUNK;
      const to = Math.min(last, from + CHUNK);
      const wide = Math.max(boxes[box + 2]! - boxes[box]!, boxes[box + 3]! - boxes[box + 1]!) * scale > FAR;
      if (wide) {
        for (let i = from; i < to; i++) {
          const ends = [
            left + xy[2 * i]! * scale,
            top + xy[2 * i + 1]! * scale,
            left + xy[2 * i + 2]! * scale,
            top + xy[2 * i + 3]! * scale,
          ] as const;
          const cut = cutTo(ends, size);
          if (!cut) continue;
          const before = Math.hypot(cut[0] - ends[0], cut[1] - ends[1]);
          runs.push({ xy: cut, along: along[i]! * scale + before });
        }
        open = null;
        continue;
      }
      if (!open) {
        open = {
          xy: [left + xy[2 * from]! * scale, top + xy[2 * from + 1]! * scale],
          along: along[from]! * scale,
        };
        runs.push(open);
      }
      for (let i = from + 1; i <= to; i++)
        open.xy.push(left + xy[2 * i]! * scale, top + xy[2 * i + 1]! * scale);
    }
  }
  return runs;
}

type Piece = [x0: number, y0: number, x1: number, y1: number];

/** Liang and Barsky: the part of a piece that is in view. */
function cutTo([x0, y0, x1, y1]: Readonly<Piece>, { width, height }: Size): Piece | null {
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [-dx, x0 + MARGIN],
    [dx, width + MARGIN - x0],
    [-dy, y0 + MARGIN],
    [dy, height + MARGIN - y0],
  ] as const) {
    if (step === 0) {
      if (room < 0) return null;
      continue;
    }
    const t = room / step;
    if (step < 0) enter = Math.max(enter, t);
    else leave = Math.min(leave, t);
  }
  if (enter > leave) return null;
  return [x0 + enter * dx, y0 + enter * dy, x0 + leave * dx, y0 + leave * dy];
}
