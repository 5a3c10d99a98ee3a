import { mapViewOf } from '../make-view.ts';
import { createEngine } from './engine.ts';

/** A map whose background MapLibre draws. */
export const createMapView = mapViewOf(createEngine);
