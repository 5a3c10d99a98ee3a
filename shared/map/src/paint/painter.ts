import type { Palette } from '../palette.ts';
import { DRAWN_MARGIN, panTransform } from '../panned-picture.ts';
import { type Camera, scaleAt, type Size, worldX, worldY } from '../plane/plane.ts';
import type { Bounds, MapArea, MapDot, MapLine } from '../view.ts';
import { drawDots } from './draw-dots.ts';
import { drawArea, drawLine, type Drawing } from './draw-lines.ts';

export interface Picture {
  canvas: HTMLCanvasElement;
  bounds: Bounds;
}

interface Layers {
  pictures: Map<string, Picture | null>;
  areas: Map<string, readonly MapArea[]>;
  lines: Map<string, readonly MapLine[]>;
  dots: Map<string, readonly MapDot[]>;
}

/** Everything over the background, on one canvas above it: the same picture whichever library draws what is below. */
export interface Painter {
  canvas: HTMLCanvasElement;
  layers: Layers;
  resize(size: Size): void;
  paint(camera: Camera, palette: Palette): void;
  /** The map looks elsewhere: what is drawn goes along, and is drawn anew only when its edge would come into sight. */
  follow(camera: Camera, palette: Palette): void;
}

export function createPainter(): Painter {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = `position:absolute;left:${-DRAWN_MARGIN}px;top:${-DRAWN_MARGIN}px;pointer-events:none;will-change:transform`;
  canvas.dataset.part = 'drawing';
  const context = canvas.getContext('2d');
  const layers: Layers = { pictures: new Map(), areas: new Map(), lines: new Map(), dots: new Map() };
  let size: Size = { width: 0, height: 0 };
  let empty = true;
  let painted: Camera | null = null;
  const painter: Painter = {
    canvas,
    layers,
    resize(next) {
      size = { width: next.width + 2 * DRAWN_MARGIN, height: next.height + 2 * DRAWN_MARGIN };
      canvas.width = Math.round(size.width * devicePixelRatio);
      canvas.height = Math.round(size.height * devicePixelRatio);
      canvas.style.width = `${size.width}px`;
      canvas.style.height = `${size.height}px`;
      empty = true;
      painted = null;
    },
    paint(camera, palette) {
      if (!context || canvas.width === 0) return;
      const nothing = [layers.pictures, layers.areas, layers.lines, layers.dots].every(
        ({ size: n }) => n === 0,
      );
      if (nothing && empty) return;
      empty = nothing;
      painted = camera;
      canvas.style.transform = '';
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.scale(canvas.width / size.width, canvas.height / size.height);
      const drawing: Drawing = { context, camera, size, palette };
      for (const picture of layers.pictures.values()) if (picture) drawPicture(drawing, picture);
      for (const areas of layers.areas.values()) for (const area of areas) drawArea(drawing, area);
      for (const lines of layers.lines.values()) for (const line of lines) drawLine(drawing, line);
      const pills: Parameters<typeof drawDots>[2] = [];
      for (const dots of layers.dots.values()) drawDots(drawing, dots, pills);
    },
    follow(camera, palette) {
      const transform = panTransform(painted, camera);
      if (transform === null) painter.paint(camera, palette);
      else canvas.style.transform = transform;
    },
  };
  return painter;
}

function drawPicture({ context, camera, size }: Drawing, { canvas, bounds }: Picture): void {
  const [west, south, east, north] = bounds;
  if (canvas.width === 0 || canvas.height === 0) return;
  const scale = scaleAt(camera.zoom);
  const left = worldX(west);
  const width = worldX(east < west ? east + 360 : east) - left;
  const middle = left + width / 2;
  const copy = Math.round(camera.x - middle);
  const top = worldY(north);
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    canvas,
    size.width / 2 + (left + copy - camera.x) * scale,
    size.height / 2 + (top - camera.y) * scale,
    width * scale,
    (worldY(south) - top) * scale,
  );
}
