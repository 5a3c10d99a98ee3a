import { createMapViewFactory } from '../create-map-view.ts';
import { createEngine } from './engine.ts';

/** A map whose background OpenLayers draws. */
export const createMapView = createMapViewFactory(createEngine);
