import type { LngLat, MapView } from '@waymark/map';
import type { Place } from '@waymark/routes';

const EQUATOR = 40_075_016.686;
const WORLD_PIXELS = 512;

/** Metres on the ground that one pixel of the map shows at a latitude. */
export const metersPerPixel = (map: Pick<MapView, 'zoomLevel'>, lat: number): number =>
  (EQUATOR * Math.cos((lat * Math.PI) / 180)) / (WORLD_PIXELS * 2 ** map.zoomLevel());

export const lngLatOf = ({ lng, lat }: Place): LngLat => [lng, lat];

/** A map goes around the world; places of a course do not. */
export const placeOf = ([lng, lat]: LngLat): Place => ({
  lng: lng - 360 * Math.round(lng / 360),
  lat: Math.max(-90, Math.min(90, lat)),
});

/** How a course is brought into view: beside the buttons, which lie over the edges of the map. */
export const IN_VIEW = { maxZoom: 16, padding: 76 };
