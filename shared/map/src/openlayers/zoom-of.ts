import { WORLD_PIXELS } from '../plane/plane.ts';

/** Metres around the world on the plane of the library. */
export const AROUND = 40_075_016.685_578_49;

/** The zoom in the sense of 512-pixel tiles at which a pixel is so many metres of the plane. */
export const zoomOf = (resolution: number): number => Math.log2(AROUND / (WORLD_PIXELS * resolution));
