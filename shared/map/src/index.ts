export { createTrackMap, type TrackMap, type TrackMapOptions, type TrackShades } from './track-map.ts';
export type {
  Bounds,
  CreateMapView,
  MapArea,
  MapColor,
  MapDot,
  MapEvents,
  MapLine,
  MapPointer,
  MapView,
  MapViewOptions,
  LngLat,
  MapSource,
} from './view.ts';
export { createHeatMap, type HeatMap, type HeatMapOptions } from './heat-map.ts';
export { createZoneMap, type ZoneCircle, type ZoneMap, type ZoneMapOptions } from './zone-map.ts';
export { lngLatOf, type TrackMask, createTrackSet, type TrackSet } from './track-set.ts';
export { shadesOf } from './density.ts';
export { createTracksMap, type ColouredTrack, type TracksMap } from './tracks-map.ts';
export { lineBounds } from './plane/line-bounds.ts';
export { type BaseMapOptions } from './deferred-map-view.ts';
export { isWebGlAvailable } from './webgl.ts';
export { loadMapView } from './load-map-view.ts';
export { roundLength, type ScaleLength } from './map-footer.ts';
export { mapSource, offeredSources, type SourceSetting } from './sources.ts';
