import type { LngLat, MapView } from '@waymark/map';
import type { Place } from '@waymark/routes';

const EQUATOR = 40_075_016.686;
const WORLD_PIXELS = 512;

/** Metres on the ground that one pixel of the map shows at a latitude. */
export const metersPerPixel = (map: Pick<MapView, 'zoomLevel'>, lat: number): number =>
  (EQUATOR * Math.cos((lat * Math.PI) / 180)) / (WORLD_PIXELS * 2 ** map.zoomLevel());

export const lngLatOf = ({ lng, lat }: Place): LngLat => [lng, lat];

/** Padding keeps a fitted course clear of the buttons at the edges of the map. */
export const FIT_OPTIONS = { maxZoom: 16, padding: 76 };
