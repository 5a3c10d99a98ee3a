import type { Engine } from '../engine.ts';
import { DRAWN_MARGIN } from '../panned-picture.ts';
import type { Size } from '../plane/plane.ts';
import type { Painter } from './painter.ts';

/** The map as one picture; null where a background's server does not let it be read. */
export function pictureOf(
  engine: Engine,
  painter: Painter,
  { width, height }: Size,
  paint: () => void,
  credits: string | null,
): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return null;
  paint();
  engine.drawOn(context, canvas.width / width);
  context.setTransform(1, 0, 0, 1, 0, 0);
  const margin = -DRAWN_MARGIN * devicePixelRatio;
  context.drawImage(painter.canvas, margin, margin);
  if (credits) {
    context.scale(canvas.width / width, canvas.height / height);
    context.font = '11px system-ui, sans-serif';
    const room = context.measureText(credits).width + 10;
    context.fillStyle = 'rgb(255 255 255 / 85%)';
    context.fillRect(width - room, height - 18, room, 18);
    context.fillStyle = '#17211e';
    context.textBaseline = 'middle';
    context.fillText(credits, width - room + 5, height - 9);
  }
  try {
    context.getImageData(0, 0, 1, 1);
  } catch {
    return null;
  }
  return canvas;
}
