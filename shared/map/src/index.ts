export { createTrackMap } from './track-map.ts';
export type { LngLat, MapSource, TrackMap, TrackMapOptions } from './types.ts';
export { thinned } from './thinned.ts';
export { createHeatMap, type HeatMap, type HeatMapOptions } from './heat-map.ts';
export { createZoneMap, type ZoneCircle, type ZoneMap, type ZoneMapOptions } from './zone-map.ts';
export { lngLatOf, type Shown, trackSet, type TrackSet } from './track-set.ts';
export { shadesOf } from './density.ts';
export { createTracksMap, type ColouredTrack, type TracksMap } from './tracks-map.ts';
