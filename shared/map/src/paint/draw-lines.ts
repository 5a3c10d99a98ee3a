import { colorOf, type Palette } from '../palette.ts';
import { type Camera, scaleAt, type Size, worldX, worldY } from '../plane/plane.ts';
import { thinLine } from '../plane/thin-line.ts';
import { type Run, visibleRuns } from '../plane/visible.ts';
import type { MapArea, MapLine } from '../view.ts';

const CASING = 3;
const ARROW_EVERY = 110;

export interface Drawing {
  context: CanvasRenderingContext2D;
  camera: Camera;
  size: Size;
  palette: Palette;
}

function trace(context: CanvasRenderingContext2D, { xy }: Run) {
  context.moveTo(xy[0]!, xy[1]!);
  for (let i = 2; i < xy.length; i += 2) context.lineTo(xy[i]!, xy[i + 1]!);
}

export function drawLine({ context, camera, size, palette }: Drawing, line: MapLine): void {
  const runs = visibleRuns(thinLine(line.line, camera.zoom), camera, size);
  if (runs.length === 0) return;
  const color = colorOf(palette, line.color);
  context.globalAlpha = line.opacity ?? 1;
  context.lineCap = context.lineJoin = 'round';
  context.beginPath();
  for (const run of runs) trace(context, run);
  if (line.cased ?? true) {
    context.strokeStyle = palette.casing;
    context.lineWidth = line.width + CASING;
    context.stroke();
  }
  context.strokeStyle = color;
  context.lineWidth = line.width;
  if (line.dash?.length) {
    context.setLineDash([...line.dash]);
    for (const run of runs) {
      context.lineDashOffset = run.along;
      context.beginPath();
      trace(context, run);
      context.stroke();
    }
    context.setLineDash([]);
  } else context.stroke();
  if (line.arrows) for (const run of runs) drawArrows(context, run, color, palette.casing, line.width);
  context.globalAlpha = 1;
}

function drawArrows(
  context: CanvasRenderingContext2D,
  { xy, along }: Run,
  fill: string,
  edge: string,
  width: number,
): void {
  const half = Math.max(5, width + 0.5);
  let next = Math.ceil((along + ARROW_EVERY / 2) / ARROW_EVERY) * ARROW_EVERY - ARROW_EVERY / 2;
  let done = along;
  context.fillStyle = fill;
  context.strokeStyle = edge;
  context.lineWidth = 1.5;
  for (let i = 2; i < xy.length; i += 2) {
    const [x, y] = [xy[i - 2]!, xy[i - 1]!];
    const [dx, dy] = [xy[i]! - x, xy[i + 1]! - y];
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    for (; next <= done + length; next += ARROW_EVERY) {
      const t = (next - done) / length;
      context.save();
      context.translate(x + t * dx, y + t * dy);
      context.rotate(Math.atan2(dy, dx));
      context.beginPath();
      context.moveTo(half * 1.3, 0);
      context.lineTo(-half, half);
      context.lineTo(-half * 0.5, 0);
      context.lineTo(-half, -half);
      context.closePath();
      context.stroke();
      context.fill();
      context.restore();
    }
    done += length;
  }
}

/** A ring is small: it is drawn as it is, once for each copy of the world in view. */
export function drawArea(
  { context, camera, size, palette }: Drawing,
  { ring, color, opacity }: MapArea,
): void {
  const scale = scaleAt(camera.zoom);
  if (ring.length < 6) return;
  const first = worldX(ring[0]!);
  const nearest = Math.round(camera.x - first);
  const around = Math.ceil(size.width / scale / 2);
  context.fillStyle = palette[color];
  context.globalAlpha = opacity;
  for (let copy = nearest - around; copy <= nearest + around; copy++) {
    context.beginPath();
    let before = first + copy;
    for (let i = 0; i + 1 < ring.length; i += 2) {
      let x = worldX(ring[i]!);
      x -= Math.round(x - before);
      before = x;
      context.lineTo(
        size.width / 2 + (x - camera.x) * scale,
        size.height / 2 + (worldY(ring[i + 1]!) - camera.y) * scale,
      );
    }
    context.fill();
  }
  context.globalAlpha = 1;
}
