import { roundLength } from '@waymark/map';
import type { MeasurementSystem } from '@waymark/units';

const EQUATOR_METERS = 40_075_016.685_578_49;
/** At most so much of the map's width. */
const MOST = 0.22;

export interface ScaleBar {
  /** '500 m'. */
  text: string;
  /** Of the map's width. */
  part: number;
}

/** The longest round length that fits, in the units of whoever prints. @param zoom in the sense of 512-pixel tiles */
export function scaleBar(
  { lat, zoom, width }: { lat: number; zoom: number; width: number },
  system: MeasurementSystem,
): ScaleBar {
  const across = ((EQUATOR_METERS * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom)) * width;
  const { text, meters } = roundLength(across * MOST, system);
  return { text, part: meters / across };
}
