/** Longitude and latitude in degrees. */
export type LngLat = [number, number];

/** Where the background comes from. */
export interface MapSource {
  /** 'vector' takes tiles with the layers land, countries, states and places; 'raster' takes pictures. */
  kind: 'vector' | 'raster';
  /** Address with {z}, {x}, {y}. */
  url: string;
  maxZoom: number;
  /** Plain text shown in the corner of the map. */
  attribution: string;
  /**
   * Streets of the imported regions, drawn over it: vector tiles with the layers `land`, `roads` and `places`, zoom 6
   * to 14.
   * At the address `credits` stands whose they are, region by region.
   */
  roads?: { url: string; credits: string };
  /** The shape of the land, drawn below the roads: pictures of shading, and vector tiles of the layer `contours`. */
  relief?: { shading: string; contours: string };
}
