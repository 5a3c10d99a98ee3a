import type { Palette } from './palette.ts';

/** Zoom of the first and the last tiles of roads. */
export const ROADS_FROM = 6;
export const ROADS_TO = 14;

export const ROAD_CLASSES = ['path', 'way', 'track', 'minor', 'major', 'motorway'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

export interface RoadLook {
  color: keyof Pick<Palette, 'road' | 'street' | 'path' | 'gravel'>;
  /** From which zoom it is drawn. */
  from: number;
  /** Pixels at zoom 10, 14 and 18. */
  widths: readonly [number, number, number];
  dash?: readonly [number, number];
}

/** How roads look, the widest last and on top: paths are dashed, paved ones whole, tracks the color of gravel. */
export const ROADS: Readonly<Record<RoadClass, RoadLook>> = {
  path: { color: 'path', from: 13, widths: [0.5, 1.2, 3], dash: [4, 3] },
  way: { color: 'path', from: 12, widths: [0.5, 1.2, 3.5] },
  track: { color: 'gravel', from: 12, widths: [0.5, 1.8, 9] },
  minor: { color: 'street', from: 11, widths: [0.5, 2.5, 14] },
  major: { color: 'road', from: 8, widths: [1.2, 4, 18] },
  motorway: { color: 'road', from: 6, widths: [2, 6, 22] },
};

/** Zoom from which streets show their names. */
export const NAMES_FROM = 14;
/** Zoom from which roads have an edge. */
export const KERBS_FROM = 12.5;

/** Areas below the roads, from below to above. */
export const LAND_AREAS = [
  'land',
  'built',
  'farmland',
  'grass',
  'wood',
  'park',
  'sand',
  'water',
  'building',
] as const;
export type LandArea = (typeof LAND_AREAS)[number];

/** Lines below the roads. */
export const LAND_LINES = {
  river: { color: 'water', widths: [1, 3, 12] },
  stream: { color: 'water', widths: [0.5, 1.2, 4] },
  rail: { color: 'rail', widths: [0.7, 1.4, 3] },
} as const satisfies Record<string, { color: keyof Palette; widths: RoadLook['widths'] }>;
export type LandLine = keyof typeof LAND_LINES;

/** Areas whose names are written into their middle. */
export const NAMED_AREAS: readonly LandArea[] = ['wood', 'park', 'water'];

export function widthAt([low, middle, high]: RoadLook['widths'], zoom: number): number {
  const [from, to, at] = zoom < 14 ? [low, middle, zoom - 10] : [middle, high, zoom - 14];
  return from * (to / from) ** Math.max(0, Math.min(1, at / 4));
}
