import { isWebGlAvailable } from './webgl.ts';
import type { CreateMapView, MapView, MapViewOptions } from './view.ts';

const openLayers = async (): Promise<CreateMapView> =>
  (await import(/* webpackChunkName: "map-openlayers" */ './openlayers/index.ts')).createMapView;
const mapLibre = async (): Promise<CreateMapView> =>
  (await import(/* webpackChunkName: "map-maplibre" */ './maplibre/index.ts')).createMapView;

/**
 * Loads the library of a variant and creates a map with it: MapLibre where it was asked for, loads and can draw;
 * OpenLayers otherwise.
 * @throws Error when the library cannot be loaded
 */
export async function loadMapView(
  variant: MapView['variant'],
  element: HTMLElement,
  options: MapViewOptions,
): Promise<MapView> {
  if (variant === 'maplibre' && isWebGlAvailable()) {
    try {
      return (await mapLibre())(element, options);
    } catch {
      // OpenLayers takes its place.
    }
  }
  return (await openLayers())(element, options);
}
