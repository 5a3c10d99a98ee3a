import type { MapBasics } from './with-view.ts';

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
   * Roads of the imported regions, drawn over it: vector tiles with the layers `roads` and `places`, zoom 10 to 14.
   * At the address `credits` stands whose they are, region by region.
   */
  roads?: { url: string; credits: string };
}

export interface TrackMapOptions extends MapBasics {
  /** Called with the nearest index of the track below the pointer, or null when it leaves the line. */
  onHover?: (index: number | null) => void;
  /** Called with the nearest index of the track when it is clicked or tapped. */
  onPick?: (index: number) => void;
}

/** A map of one track. Indices are those of the points handed to `setTrack`. */
export interface TrackMap {
  /** Draws the track and brings it into view. Any number of points: what is drawn is thinned. */
  setTrack(points: readonly (LngLat | null)[]): void;
  /** Emphasises the part between two indices; null removes the emphasis. */
  setRange(range: { from: number; to: number } | null): void;
  /** Only these parts stay: the rest of the track is dimmed. Null shows all of it as it is. */
  setKept(parts: readonly { from: number; to: number }[] | null): void;
  /** Puts the cursor on a point of the track; null removes it. */
  setCursor(index: number | null): void;
  /** Brings the track, or the emphasised part, into view. */
  fit(): void;
  zoom(steps: number): void;
  destroy(): void;
}
