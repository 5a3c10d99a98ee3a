import ImageLayer from 'ol/layer/Image.js';
import ImageCanvas from 'ol/source/ImageCanvas.js';
import { density, paint } from './density.ts';
import { type Shown, type TrackSet, WORLD } from './track-set.ts';

/** Metres of the map's projection in a unit of the plane. */
export const PROJECTED = 40_075_016.685_578_49 / WORLD;
/** Pixels of the screen that one cell is wide. */
const CELL_PIXELS = 1.5;

export interface HeatLayer {
  layer: ImageLayer<ImageCanvas>;
  set(tracks: TrackSet | null, shown: Shown): void;
  redraw(): void;
}

/**
 * A layer that shows how many tracks lead along each spot. It is drawn half as large again as the view, so that a
 * moved map has something to show at once, and anew when the map rests.
 */
export function createHeatLayer(isDark: () => boolean, onDrawn?: (most: number) => void): HeatLayer {
  let tracks: TrackSet | null = null;
  let shown: Shown = null;
  const small = document.createElement('canvas');
  const source = new ImageCanvas({
    ratio: 1.5,
    interpolate: true,
    canvasFunction(extent, resolution, pixelRatio, size) {
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(size[0]!));
      canvas.height = Math.max(1, Math.round(size[1]!));
      const cellPixels = CELL_PIXELS * pixelRatio;
      const width = Math.ceil(canvas.width / cellPixels);
      const height = Math.ceil(canvas.height / cellPixels);
      if (!tracks || width < 2 || height < 2) return canvas;
      const found = density(tracks, shown, {
        west: extent[0]! / PROJECTED,
        north: extent[3]! / PROJECTED,
        cell: (resolution * CELL_PIXELS) / PROJECTED,
        width,
        height,
      });
      const picture = new ImageData(width, height);
      paint(found, isDark() ? 'dark' : 'light', picture.data);
      small.width = width;
      small.height = height;
      small.getContext('2d')!.putImageData(picture, 0, 0);
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(small, 0, 0, width * cellPixels, height * cellPixels);
      onDrawn?.(found.most);
      return canvas;
    },
  });
  return {
    layer: new ImageLayer({ source }),
    set(nextTracks, nextShown) {
      tracks = nextTracks;
      shown = nextShown;
      source.changed();
    },
    redraw: () => source.changed(),
  };
}
