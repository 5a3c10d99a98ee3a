import {
  cssColor,
  drawAxes,
  pixelScales,
  prepareCanvas,
  strokeLine,
  tracePaths,
  type ValueTick,
} from '@waymark/chart';
import type { DrawnPoints } from './columns.ts';

export interface PlotPicture extends DrawnPoints {
  xRange: [number, number];
  yRange: [number, number];
  xTicks: ValueTick[];
  yTicks: ValueTick[];
}

export interface PlotOptions {
  width: number;
  height: number;
  /** Pixels left of the drawing for the labels of the scale, and right of it. */
  gutter: number;
  right: number;
  /** Pixels below for the labels of the axis; 0 shows none. */
  below: number;
  /** CSS variable that holds the line's color. */
  color: string;
  filled: boolean;
}

/** A drawing of one series on canvas. */
export interface Plot {
  draw(picture: PlotPicture): void;
  resize(width: number): void;
  /** Draws again in the colors of the page, after it changed between light and dark. */
  recolor(): void;
  destroy(): void;
}

const EMPTY: PlotPicture = { x: [], y: [], xRange: [0, 1], yRange: [0, 1], xTicks: [], yTicks: [] };

/** Pixels above the line, and below it where no axis stands. */
const MARGIN_TOP = 6;
const MARGIN_BOTTOM = 2;

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
    // The whole picture again: it has two points a pixel at most.
    const context = prepareCanvas(canvas, { width, height });
    if (!context) return;
    const area = {
      left: gutter,
      top: MARGIN_TOP,
      right: width - right,
      bottom: height - (below || MARGIN_BOTTOM),
    };
    const scales = pixelScales(area, picture.xRange, picture.yRange);
    drawAxes(context, area, scales, {
      xTicks: picture.xTicks,
      yTicks: picture.yTicks,
      xLines: 'grid',
      hasXLabels: below > 0,
      lineColor: cssColor(element, '--wm-hairline'),
      textColor: cssColor(element, '--wm-muted'),
    });
    context.beginPath();
    context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    context.clip();
    const { line, surface } = tracePaths(picture.x, picture.y, scales, area.bottom);
    const color = cssColor(element, options.color);
    // The tokens are #rrggbb; two more digits make them transparent.
    context.fillStyle = `${color}2e`;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled here, no array
    if (options.filled) context.fill(surface);
    strokeLine(context, line, color);
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
    recolor: paint,
    destroy: () => canvas.remove(),
  };
}
