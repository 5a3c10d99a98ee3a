import { density, paint } from './density.ts';
import { scaleAt, worldX } from './plane/plane.ts';
import { lngLatOf, planeY, type TrackMask, type TrackSet, WORLD } from './track-set.ts';
import type { MapView } from './view.ts';

/** Pixels of the screen that one cell is wide. */
const CELL_PIXELS = 1.5;
/** The picture is so much larger than the view that a moved map has something to show at once. */
const RATIO = 1.5;
const LAYER = 'heat';

/** Units of the plane that a pixel of a map is wide. */
export const unitsPerPixel = (view: MapView): number => WORLD / scaleAt(view.zoomLevel());

export interface HeatPicture {
  set(tracks: TrackSet | null, shown: TrackMask): void;
  /** The map is there, or has moved, or has other colours. */
  draw(view: MapView): void;
}

/** Shows how many tracks lead along each spot of a map. @param opacity 0 to 1 */
export function createHeatPicture(opacity: number, onDrawn?: (most: number) => void): HeatPicture {
  let tracks: TrackSet | null = null;
  let shown: TrackMask = null;
  return {
    set(nextTracks, nextShown) {
      tracks = nextTracks;
      shown = nextShown;
    },
    draw(view) {
      const [width, height] = [view.element.clientWidth, view.element.clientHeight].map((pixels) =>
        Math.ceil((pixels * RATIO) / CELL_PIXELS),
      ) as [number, number];
      if (!tracks || width < 2 || height < 2) {
        view.setPicture(LAYER, null);
        return;
      }
      const cell = unitsPerPixel(view) * CELL_PIXELS;
      const [lng, lat] = view.center();
      const west = (worldX(lng) - 0.5) * WORLD - (width / 2) * cell;
      const north = planeY(lat) + (height / 2) * cell;
      const found = density(tracks, shown, { west, north, cell, width, height });
      const picture = new ImageData(width, height);
      paint(found, getComputedStyle(view.element).colorScheme === 'dark' ? 'dark' : 'light', picture.data);
      if (opacity < 1) for (let i = 3; i < picture.data.length; i += 4) picture.data[i]! *= opacity;
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      canvas.getContext('2d')!.putImageData(picture, 0, 0);
      const [left, top] = lngLatOf(west, north);
      const [right, bottom] = lngLatOf(west + width * cell, north - height * cell);
      view.setPicture(LAYER, { canvas, bounds: [left, bottom, right, top] });
      onDrawn?.(found.most);
    },
  };
}
