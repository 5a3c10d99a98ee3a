export const WIDTH = 800;
export const HEIGHT = 840;
const ROWS = 24;
const STEP = 10;
/** The row that the trail ends at: the summit's. */
const TOP_ROW = 2;
/** Screen heights of the farthest and the nearest row. */
const FAR = 330;
const NEAR = 900;

/** Peaks: place from left to right, depth (0 far, 1 near), reach in both, height. */
const PEAKS: readonly (readonly [number, number, number, number, number])[] = [
  [520, 0.1, 110, 0.13, 190],
  [620, 0.16, 70, 0.1, 90],
  [250, 0.05, 130, 0.1, 110],
  [90, 0.3, 120, 0.14, 120],
  [730, 0.42, 100, 0.13, 110],
  [380, 0.36, 90, 0.1, 46],
  [180, 0.66, 130, 0.12, 70],
  [640, 0.78, 140, 0.12, 60],
];

const screenY = (depth: number): number => FAR + (NEAR - FAR) * depth ** 1.25;

/** Where the ground is on the picture, smaller is higher. */
function ground(x: number, depth: number): number {
  let height = 10 * Math.sin(x / 61 + depth * 9) + 5 * Math.sin(x / 23 - depth * 17);
  for (const [px, pd, rx, rd, h] of PEAKS)
    height += h * Math.exp(-(((x - px) / rx) ** 2) - ((depth - pd) / rd) ** 2);
  return screenY(depth) - height;
}

/** The trail winds from the near edge to the foot of the summit and goes straight up from there. */
function trailX(depth: number): number {
  const swing = 150 * Math.min(1, depth * 1.6) ** 1.2;
  return 520 - 190 * depth + swing * Math.sin(depth * 13 + 0.9);
}

const round = (value: number): number => Math.round(value * 10) / 10;
const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');

export interface Row {
  /** The ridge from edge to edge. */
  ridge: string;
  /** The piece of trail between this ridge and the next nearer one. */
  trail: string;
}

/** The rows from far to near: each hides what lies behind it, the trail included. */
export function landscape(): { rows: Row[]; summit: { x: number; y: number } } {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const depth = row / (ROWS - 1);
    const ridge: [number, number][] = [];
    for (let x = -STEP; x <= WIDTH + STEP; x += STEP) ridge.push([x, ground(x, depth)]);
    const trail = Array.from({ length: 9 }, (_, i): [number, number] => {
      const at = depth + i / 8 / (ROWS - 1);
      return [trailX(at), ground(trailX(at), at)];
    });
    return { ridge: path(ridge), trail: row < TOP_ROW ? '' : path(trail) };
  });
  const top = TOP_ROW / (ROWS - 1);
  const x = trailX(top);
  return { rows, summit: { x: round(x), y: round(ground(x, top)) } };
}
