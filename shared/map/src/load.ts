import { canDrawGl } from './can-draw-gl.ts';
import type { CreateMapView, MapView, MapViewOptions } from './view.ts';

const openLayers = async (): Promise<CreateMapView> =>
  (await import(/* webpackChunkName: "map-openlayers" */ './openlayers/index.ts')).createMapView;
const mapLibre = async (): Promise<CreateMapView> =>
  (await import(/* webpackChunkName: "map-maplibre" */ './maplibre/index.ts')).createMapView;

/**
 * Makes a map with the library of a variant: MapLibre where it is asked for, arrives and can draw; OpenLayers otherwise.
 * @throws Error when the library cannot be loaded
 */
export async function makeMapView(
  variant: MapView['variant'],
  element: HTMLElement,
  options: MapViewOptions,
): Promise<MapView> {
  if (variant === 'maplibre' && canDrawGl()) {
    try {
      return (await mapLibre())(element, options);
    } catch {
      // A map without its newer library is better than none.
    }
  }
  return (await openLayers())(element, options);
}
