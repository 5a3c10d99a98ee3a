import { ascentOf, demoTrack, type TrackPoint } from './demo-track.ts';
import { contour, WIDTH } from './terrain.ts';

const INTERVAL_M = 50;
const LOWEST_M = 350;
const HIGHEST_M = 1350;
/** Every fourth line is a stronger one, as on paper maps. */
const INDEX_EVERY = 4;
const MARKER_EVERY_M = 2000;
const PROFILE_HEIGHT = 90;
const PROFILE_TOP = 8;

type Spot = Pick<TrackPoint, 'x' | 'y'>;

export interface Drawing {
  contours: { thin: string; index: string };
  /** SVG path data of the track and of its profile. */
  track: string;
  profile: string;
  markers: Spot[];
  summit: Spot;
  figures: { distance: number; ascent: number; high: number };
}

let made: Drawing | undefined;
/** Everything the picture shows, worked out once. */
export const drawing = (): Drawing => (made ??= draw());

function draw(): Drawing {
  const points = demoTrack();
  const summit = points.reduce((a, b) => (b.elevation > a.elevation ? b : a));
  const distance = points.at(-1)?.distance ?? 0;
  const contours = { thin: '', index: '' };
  for (let level = LOWEST_M, n = 0; level <= HIGHEST_M; level += INTERVAL_M, n++)
    contours[n % INDEX_EVERY === 1 ? 'index' : 'thin'] += contour(level);
  return {
    contours,
    track: line(points.map(({ x, y }) => [x, y])),
    profile: line(profileOf(points, distance, summit.elevation)),
    markers: everyMetres(points, MARKER_EVERY_M),
    summit: { x: round(summit.x), y: round(summit.y) },
    figures: { distance, ascent: ascentOf(points), high: summit.elevation },
  };
}

function profileOf(points: TrackPoint[], length: number, highest: number): [number, number][] {
  const lowest = Math.min(...points.map((point) => point.elevation));
  const scale = (PROFILE_HEIGHT - 2 * PROFILE_TOP) / (highest - lowest);
  return points.map(({ distance, elevation }) => [
    (distance / length) * WIDTH,
    PROFILE_TOP + (highest - elevation) * scale,
  ]);
}

/** The start and the first point after each full stretch. */
function everyMetres(points: TrackPoint[], stretch: number): Spot[] {
  let next = 0;
  return points
    .filter(({ distance }) => {
      if (distance < next) return false;
      next += stretch;
      return true;
    })
    .map(({ x, y }) => ({ x: round(x), y: round(y) }));
}

const round = (value: number): number => Math.round(value * 10) / 10;
const line = (points: [number, number][]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
