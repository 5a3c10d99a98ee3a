import type { Bounds, LngLat } from '../view.ts';

/** The whole world is this many pixels wide at zoom 0. */
export const WORLD_PIXELS = 512;
const MOST_LAT = 85.051_128_779_806_59;

/** Where a map looks: web mercator, the world from 0 to 1 both ways, y to the south; x beyond that is the world again. */
export interface Camera {
  x: number;
  y: number;
  /** In the sense of 512-pixel tiles. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const worldX = (lng: number): number => lng / 360 + 0.5;

export function worldY(lat: number): number {
  const sin = Math.sin((Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

export const latOf = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

export const lngOf = (x: number): number => (x - Math.floor(x) - 0.5) * 360;

/** Pixels that the world is wide at a zoom. */
export const scaleAt = (zoom: number): number => WORLD_PIXELS * 2 ** zoom;

/** The copy of a place that is nearest to the middle of the picture, in pixels from its upper left corner. */
export function toPixel(at: LngLat, camera: Camera, { width, height }: Size): [x: number, y: number] {
  const scale = scaleAt(camera.zoom);
  const east = worldX(at[0]) - camera.x;
  return [width / 2 + (east - Math.round(east)) * scale, height / 2 + (worldY(at[1]) - camera.y) * scale];
}

export function fromPixel([x, y]: readonly [number, number], camera: Camera, size: Size): LngLat {
  const scale = scaleAt(camera.zoom);
  return [lngOf(camera.x + (x - size.width / 2) / scale), latOf(camera.y + (y - size.height / 2) / scale)];
}

export function boundsOf(camera: Camera, size: Size): Bounds {
  const [west, north] = fromPixel([0, 0], camera, size);
  const [east, south] = fromPixel([size.width, size.height], camera, size);
  return size.width >= scaleAt(camera.zoom) ? [-180, south, 180, north] : [west, south, east, north];
}

/** The camera that shows bounds with so many pixels of room around them. */
export function cameraFor(
  [west, south, east, north]: Bounds,
  size: Size,
  { maxZoom, padding }: { maxZoom: number; padding: number },
): Camera {
  const left = worldX(west);
  const right = worldX(east < west ? east + 360 : east);
  const [top, bottom] = [worldY(north), worldY(south)];
  // On a small map the room around is not more than the map.
  const room = (length: number) => Math.max(1, length - 2 * Math.min(padding, length / 5));
  const zoom = Math.log2(
    Math.min(room(size.width) / (right - left), room(size.height) / (bottom - top)) / WORLD_PIXELS,
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(0, Math.min(maxZoom, zoom)) };
}
