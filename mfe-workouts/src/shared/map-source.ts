import type { MapSource } from '@waymark/map';

/** The background of the maps of this remote. */
export const MAP_SOURCE: MapSource = {
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth · GeoNames',
};
