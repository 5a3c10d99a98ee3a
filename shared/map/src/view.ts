import type { MeasurementSystem } from '@waymark/units';

/** Longitude and latitude in degrees. */
export type LngLat = [number, number];

/** Where the background comes from. */
export interface MapSource {
  /** 'vector' takes tiles with the layers land, countries, states and places; 'raster' takes pictures. */
  kind: 'vector' | 'raster';
  /** Address with {z}, {x}, {y}. */
  url: string;
  /** Pictures for the dark scheme; without them those of `url` are dimmed there. */
  darkUrl?: string;
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

/** West, south, east, north in degrees; west may be greater than east across the date line. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Colours of the page's tokens, so that a map follows light and dark without being told. */
export type MapColor = 'track' | 'casing' | 'range' | 'label' | 'muted' | 'moss' | 'sun' | 'danger';

/**
 * A line over the background. Longitude, latitude, longitude, ... in degrees. What is worth drawing is remembered with
 * the array: make a new one for another line, and hand over the same one for the same line.
 */
export interface MapLine {
  line: Float64Array;
  color: MapColor | { light: string; dark: string };
  /** Pixels. */
  width: number;
  /** A band of the paper's colour below it, so that it is seen on any background. Default true. */
  cased?: boolean;
  /** Pixels of line and gap; none for a whole line. */
  dash?: readonly number[];
  /** 0 to 1, default 1. */
  opacity?: number;
  /** Small arrow heads in the direction of travel. */
  arrows?: boolean;
}

/** A point over the background. */
export interface MapDot {
  at: LngLat;
  /** 'dot' is filled, 'ring' is open, 'flag' and 'pin' stand on the point, 'label' is text in a pill (distance markers). */
  shape: 'dot' | 'ring' | 'flag' | 'pin' | 'label';
  color: MapColor | { light: string; dark: string };
  /** Pixels; default 6. */
  radius?: number;
  /** Shown in a pill ('label') or beside the point. */
  text?: string;
}

/** A filled ring of places. */
export interface MapArea {
  ring: Float64Array;
  color: MapColor;
  /** 0 to 1. */
  opacity: number;
}

/** A pointer over the map. */
export interface MapPointer {
  at: LngLat;
  /** Pixels from the upper left corner of the map. */
  x: number;
  y: number;
  touch: boolean;
  shift: boolean;
  alt: boolean;
  /** Control, or the command key. */
  ctrl: boolean;
}

export interface MapEvents {
  /** The pointer moves with no button pressed (mouse and pen); null when it leaves the map. At most once a frame. */
  hover: (pointer: MapPointer | null) => void;
  /** Pressed and released on one spot. Not sent after a drag or a long press. */
  click: (pointer: MapPointer) => void;
  /** A finger or pen held on one spot for 500 ms, or the second mouse button. */
  longpress: (pointer: MapPointer) => void;
  /**
   * Pressed: return true to take the pointer. The map then stays where it is, and `drag` and `drop` follow
   * (`drop(null)` when the drag was broken off, as by Escape or a second finger, or when nothing moved: `click` follows then).
   * While anybody listens to this, two clicks on one spot do not zoom.
   */
  grab: (pointer: MapPointer) => boolean;
  /** At most once a frame. */
  drag: (pointer: MapPointer) => void;
  drop: (pointer: MapPointer | null) => void;
  /** The view has come to rest. */
  moveend: () => void;
  /** The view changed, before the frame is drawn: for elements that follow places on the map. */
  move: () => void;
}

export interface MapViewOptions {
  source: MapSource;
  /** Units of the scale. */
  system: MeasurementSystem;
  /** Says what the picture shows, for those who cannot see it. */
  label: string;
  /** 'img' for a picture; 'application' where keys and pointer change something on it. Default 'img'. */
  role?: 'img' | 'application';
  /** Where it looks first; the whole world without. */
  center?: LngLat;
  /** In the sense of 512-pixel tiles (MapLibre's): 0 shows the world in 512 pixels. */
  zoom?: number;
  /** Bar of scale and credits at the lower edge; default true. */
  hasFooter?: boolean;
  /** False: a still picture, which neither drags nor zooms (print, embedded previews). Default true. */
  interactive?: boolean;
}

/**
 * A map in an element that has a height of its own, the same for both libraries. Layers are named by whoever draws
 * them; later names lie above earlier ones, areas below lines below dots. Setting a layer replaces what was in it;
 * an empty list empties it. Nothing thrown by a listener stops the map.
 */
export interface MapView {
  /** Where it is; another one after `moveTo`. */
  readonly element: HTMLElement;
  /** Which library draws. */
  readonly variant: 'openlayers' | 'maplibre';
  setLines(layer: string, lines: readonly MapLine[]): void;
  /** The first on top. A pill that would lie over an earlier one is left out. */
  setDots(layer: string, dots: readonly MapDot[]): void;
  setAreas(layer: string, areas: readonly MapArea[]): void;
  /** A picture laid over bounds, redrawn by the caller; null takes it away. */
  setPicture(layer: string, picture: { canvas: HTMLCanvasElement; bounds: Bounds } | null): void;
  /** An element of the caller that follows a place (a cursor) with its middle: moved by transform, without the map being drawn anew. Null hides it. */
  follow(element: HTMLElement, at: LngLat | null): void;
  /** Changes the background. */
  setSource(source: MapSource): void;
  /** Brings bounds into view, at once or as soon as the map has a size. */
  fit(bounds: Bounds, options?: { maxZoom?: number; padding?: number; animate?: boolean }): void;
  /** Looks at a place, 150 ms long unless motion is reduced or `animate` is false. */
  look(center: LngLat, zoom?: number, animate?: boolean): void;
  zoom(steps: number): void;
  center(): LngLat;
  /** In the sense of 512-pixel tiles. */
  zoomLevel(): number;
  bounds(): Bounds;
  /** Pixels from the upper left corner; null before the map was first drawn. */
  project(at: LngLat): [x: number, y: number] | null;
  unproject(pixel: readonly [x: number, y: number]): LngLat;
  /** @returns the function that ends it */
  on<K extends keyof MapEvents>(event: K, listener: MapEvents[K]): () => void;
  /** Sets the cursor's shape over the map; '' for the usual one. */
  pointer(shape: '' | 'crosshair' | 'grab' | 'grabbing' | 'pointer'): void;
  /** Resolves when all that is in view is drawn, tiles included (print, tests). */
  idle(): Promise<void>;
  /** What is drawn, as a picture (print); null where the background's server forbids it. */
  picture(): Promise<HTMLCanvasElement | null>;
  /** Calls back after the page changed between light and dark. @returns the function that ends it */
  onPalette(listener: (dark: boolean) => void): () => void;
  /** Goes over into another element, with all that is drawn and everybody who listens. Not while a pointer is pressed on it. */
  moveTo(element: HTMLElement, said: Pick<MapViewOptions, 'label' | 'role'>): void;
  destroy(): void;
}

/** Makes a map. Each library has one of these in a module of its own, so that only the chosen one is loaded. */
export type CreateMapView = (element: HTMLElement, options: MapViewOptions) => MapView;
