import type { MeasurementSystem } from '@waymark/units';
import type { MapSource } from './view.ts';

/** Zoom of the first and the last tiles of terrain, in pictures of 256 pixels. */
export const SHADING_FROM = 7;
export const SHADING_TO = 15;
/** Zoom of the first and the last tiles with contour lines. */
export const CONTOURS_FROM = 9;
export const CONTOURS_TO = 15;
/** Zoom from which the major lines show their heights. */
export const HEIGHTS_FROM = 11;

/** Pixels at zoom 10, 14 and 18. */
export const CONTOUR_WIDTHS = { minor: [0.4, 0.6, 1], major: [0.8, 1.2, 1.8] } as const;
export const CONTOUR_OPACITY = 0.75;

/** Where the lines are, with heights in the member's units. */
export const contourTiles = (
  { contours }: NonNullable<MapSource['relief']>,
  system: MeasurementSystem,
): string => `${contours}?units=${system}`;
