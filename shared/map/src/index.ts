export { createTrackMap } from './track-map.ts';
export type { LngLat, MapSource, TrackMap, TrackMapOptions } from './types.ts';
export { thinned } from './thinned.ts';
