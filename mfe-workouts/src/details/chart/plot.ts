import type { Drawn } from './columns.ts';

export interface PlotTick {
  at: number;
  text: string;
}

export interface PlotPicture extends Drawn {
  xRange: [number, number];
  yRange: [number, number];
  xTicks: PlotTick[];
  yTicks: PlotTick[];
}

export interface PlotOptions {
  width: number;
  height: number;
  /** Pixels left of the drawing for the labels of the scale, and right of it. */
  gutter: number;
  right: number;
  /** Pixels below for the labels of the axis; 0 shows none. */
  below: number;
  /** CSS variable that holds the line's colour. */
  colour: string;
  filled: boolean;
}

/** A drawing of one series on canvas. */
export interface Plot {
  draw(picture: PlotPicture): void;
  resize(width: number): void;
  /** Draws again in the colours of the page, after it changed between light and dark. */
  recolour(): void;
  destroy(): void;
}

const EMPTY: PlotPicture = { x: [], y: [], xRange: [0, 1], yRange: [0, 1], xTicks: [], yTicks: [] };
const FONT = '12px system-ui, sans-serif';

/** Room above the line, and below it where no axis stands. */
const ABOVE = 6;
const UNDER = 2;

/** Draws scales and one line; pointer and selection are the page's own. */
export function createPlot(element: HTMLElement, options: PlotOptions): Plot {
  const { gutter, right, below, height } = options;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  canvas.style.display = 'block';
  element.append(canvas);
  let picture = EMPTY;
  let { width } = options;

  function paint(): void {
    const pen = canvas.getContext('2d');
    if (!pen) return;
    // The whole picture again: it has two points a pixel at most.
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    pen.scale(devicePixelRatio, devicePixelRatio);
    const area = { left: gutter, top: ABOVE, right: width - right, bottom: height - (below || UNDER) };
    const { xRange, yRange } = picture;
    const x = (value: number) =>
      area.left + ((value - xRange[0]) / (xRange[1] - xRange[0])) * (area.right - area.left);
    const y = (value: number) =>
      area.bottom - ((value - yRange[0]) / (yRange[1] - yRange[0])) * (area.bottom - area.top);
    paintScales(pen, area, { x, y });
    pen.beginPath();
    pen.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    pen.clip();
    paintLine(pen, area.bottom, { x, y });
  }

  function paintScales(pen: CanvasRenderingContext2D, area: Area, { x, y }: Places): void {
    pen.strokeStyle = colour(element, '--wm-hairline');
    pen.fillStyle = colour(element, '--wm-muted');
    pen.font = FONT;
    pen.beginPath();
    // Half a pixel further, so that a line of one pixel is not smeared over two.
    const sharp = (place: number) => Math.round(place) + 0.5;
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    for (const { at, text } of picture.xTicks) {
      pen.moveTo(sharp(x(at)), area.top);
      pen.lineTo(sharp(x(at)), area.bottom);
      if (below) pen.fillText(text, x(at), area.bottom + ABOVE);
    }
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const { at, text } of picture.yTicks) {
      pen.moveTo(area.left, sharp(y(at)));
      pen.lineTo(area.right, sharp(y(at)));
      pen.fillText(text, area.left - 8, y(at));
    }
    pen.stroke();
  }

  function paintLine(pen: CanvasRenderingContext2D, bottom: number, { x, y }: Places): void {
    const line = new Path2D();
    const fill = new Path2D();
    let start: number | null = null;
    let last = 0;
    const close = () => {
      if (start === null) return;
      fill.lineTo(last, bottom);
      fill.lineTo(start, bottom);
      start = null;
    };
    for (const [i, value] of picture.y.entries()) {
      if (value === null) {
        close();
        continue;
      }
      const [left, top] = [x(picture.x[i]!), y(value)];
      if (start === null) {
        start = left;
        line.moveTo(left, top);
        fill.moveTo(left, top);
      }
      // A sample between two gaps becomes a dot.
      line.lineTo(left, top);
      fill.lineTo(left, top);
      last = left;
    }
    close();
    const ink = colour(element, options.colour);
    // The tokens are #rrggbb; two more digits make them transparent.
    pen.fillStyle = `${ink}2e`;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled here, no array
    if (options.filled) pen.fill(fill);
    Object.assign(pen, { strokeStyle: ink, lineWidth: 1.5, lineJoin: 'round', lineCap: 'round' });
    pen.stroke(line);
  }

  return {
    draw(next) {
      picture = next;
      paint();
    },
    resize(next) {
      if (next === width) return;
      width = next;
      paint();
    },
    recolour: paint,
    destroy: () => canvas.remove(),
  };
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** From a value to its pixel. */
interface Places {
  x: (value: number) => number;
  y: (value: number) => number;
}

const colour = (element: HTMLElement, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim() || '#888';
