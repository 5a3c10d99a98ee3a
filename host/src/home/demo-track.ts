import { elevation, METRES_PER_UNIT } from './terrain.ts';

/** Where the demo hike turns, from the valley over the ridge and back on the other side. */
const TURNS: readonly (readonly [number, number])[] = [
  [118, 418],
  [156, 392],
  [176, 352],
  [214, 330],
  [236, 292],
  [226, 246],
  [252, 214],
  [296, 196],
  [322, 158],
  [366, 146],
  [392, 172],
  [424, 160],
  [448, 180],
  [474, 160],
  [512, 148],
  [540, 118],
  [584, 102],
  [622, 122],
  [640, 166],
  [618, 208],
  [586, 226],
  [590, 268],
  [562, 302],
  [520, 300],
  [492, 332],
  [452, 340],
  [420, 372],
  [376, 366],
  [340, 392],
  [292, 384],
  [256, 410],
  [204, 406],
  [160, 426],
  [118, 418],
];

export interface TrackPoint {
  x: number;
  y: number;
  /** Metres above the sea. */
  elevation: number;
  /** Metres from the start. */
  distance: number;
}

const STEPS = 6;

/** The demo track as a line of points with height and distance. */
export function demoTrack(): TrackPoint[] {
  const points: TrackPoint[] = [];
  const turn = (i: number) => TURNS[Math.min(Math.max(i, 0), TURNS.length - 1)] as readonly [number, number];
  for (let i = 0; i < TURNS.length - 1; i++)
    for (let step = 0; step < STEPS; step++) {
      const t = step / STEPS;
      const [a, b, c, d] = [turn(i - 1), turn(i), turn(i + 1), turn(i + 2)];
      const at = (axis: 0 | 1) => curve(a[axis], b[axis], c[axis], d[axis], t);
      add(points, at(0), at(1));
    }
  add(points, ...turn(TURNS.length - 1));
  return points;
}

/** A smooth line through b and c, led by their neighbours. */
const curve = (a: number, b: number, c: number, d: number, t: number): number =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3);

function add(points: TrackPoint[], x: number, y: number): void {
  const before = points.at(-1);
  const step = before ? Math.hypot(x - before.x, y - before.y) * METRES_PER_UNIT : 0;
  points.push({ x, y, elevation: elevation(x, y), distance: (before?.distance ?? 0) + step });
}

/** Rises of two metres or more over the last low count, as in every workout. */
export function ascentOf(points: readonly TrackPoint[]): number {
  let ascent = 0;
  let low = points[0]?.elevation ?? 0;
  for (const { elevation } of points)
    if (elevation - low >= 2) {
      ascent += elevation - low;
      low = elevation;
    } else low = Math.min(low, elevation);
  return ascent;
}
