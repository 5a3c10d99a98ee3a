import { mapViewOf } from '../make-view.ts';
import { createEngine } from './engine.ts';

/** A map whose background OpenLayers draws. */
export const createMapView = mapViewOf(createEngine);
