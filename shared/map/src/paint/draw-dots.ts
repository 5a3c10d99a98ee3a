import { colorOf } from '../palette.ts';
import { toPixel } from '../plane/plane.ts';
import type { MapDot } from '../view.ts';
import type { Drawing } from './draw-lines.ts';

const FONT = '600 12px system-ui, sans-serif';
const PILL = { height: 20, room: 7 };
/** Dots are drawn this far beyond the edge. */
const MARGIN = 60;

type Box = readonly [left: number, top: number, right: number, bottom: number];
const meet = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** Draws dots, the first on top. A pill that would lie over an earlier one is left out. */
export function drawDots(drawing: Drawing, dots: readonly MapDot[], pills: Box[]): void {
  const { context, camera, size } = drawing;
  const shown: [MapDot, number, number][] = [];
  for (const dot of dots) {
    const [x, y] = toPixel(dot.at, camera, size);
    if (x < -MARGIN || y < -MARGIN || x > size.width + MARGIN || y > size.height + MARGIN) continue;
    if (dot.shape === 'label') {
      context.font = FONT;
      const half = Math.max(PILL.height, context.measureText(dot.text ?? '').width + 2 * PILL.room) / 2;
      const box: Box = [x - half, y - PILL.height / 2, x + half, y + PILL.height / 2];
      if (pills.some((other) => meet(box, other))) continue;
      pills.push(box);
    }
    shown.push([dot, x, y]);
  }
  for (const [dot, x, y] of shown.toReversed()) drawDot(drawing, dot, x, y);
}

function drawDot({ context, palette }: Drawing, dot: MapDot, x: number, y: number): void {
  const { radius = 6, text } = dot;
  const color = colorOf(palette, dot.color);
  context.lineJoin = 'round';
  context.fillStyle = color;
  context.strokeStyle = palette.casing;
  context.lineWidth = 2;
  switch (dot.shape) {
    case 'label':
      pill(context, x, y, text ?? '', palette.casing);
      return;
    case 'dot':
      disc(context, x, y, radius);
      context.fill();
      context.stroke();
      break;
    case 'ring':
      disc(context, x, y, radius);
      context.lineWidth = 6;
      context.stroke();
      context.strokeStyle = color;
      context.lineWidth = 3;
      context.stroke();
      break;
    case 'pin':
      context.beginPath();
      context.moveTo(x, y);
      context.bezierCurveTo(
        x - radius * 0.4,
        y - radius,
        x - radius * 1.3,
        y - radius * 1.4,
        x - radius * 1.3,
        y - radius * 2.4,
      );
      context.arc(x, y - radius * 2.4, radius * 1.3, Math.PI, 0);
      context.bezierCurveTo(x + radius * 1.3, y - radius * 1.4, x + radius * 0.4, y - radius, x, y);
      context.stroke();
      context.fill();
      context.fillStyle = palette.casing;
      disc(context, x, y - radius * 2.4, radius * 0.45);
      context.fill();
      break;
    case 'flag':
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x, y - radius * 3.4);
      context.lineTo(x + radius * 2.4, y - radius * 2.6);
      context.lineTo(x, y - radius * 1.7);
      context.lineWidth = 5;
      context.stroke();
      context.lineWidth = 2;
      context.strokeStyle = color;
      context.stroke();
      context.fill();
      break;
  }
  if (!text) return;
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.fillStyle = palette.label;
  const raised = dot.shape === 'pin' || dot.shape === 'flag' ? radius * 2.4 : 0;
  context.strokeText(text, x + radius + 7, y - raised);
  context.fillText(text, x + radius + 7, y - raised);
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function pill(context: CanvasRenderingContext2D, x: number, y: number, text: string, ink: string) {
  context.font = FONT;
  const width = Math.max(PILL.height, context.measureText(text).width + 2 * PILL.room);
  context.beginPath();
  context.roundRect(x - width / 2, y - PILL.height / 2, width, PILL.height, PILL.height / 2);
  context.stroke();
  context.fill();
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + 0.5);
}
