import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
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

/** Draws with uPlot, which does only that: scales, pointer and selection are the page's own. */
export function createPlot(element: HTMLElement, options: PlotOptions): Plot {
  let picture = EMPTY;
  const token = (name: string) => getComputedStyle(element).getPropertyValue(name).trim() || '#888';
  let colours = readColours();
  function readColours() {
    return { line: token(options.colour), grid: token('--wm-hairline'), text: token('--wm-muted') };
  }
  const axis = {
    font: FONT,
    stroke: () => colours.text,
    grid: { stroke: () => colours.grid, width: 1 },
    ticks: { show: false },
  };
  const plot = new UPlot(
    {
      width: options.width,
      height: options.height,
      padding: [6, options.right, options.below ? 0 : 2, 0],
      cursor: { show: false },
      legend: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: { x: { time: false, range: () => picture.xRange }, y: { range: () => picture.yRange } },
      axes: [
        {
          ...axis,
          size: options.below,
          gap: 6,
          splits: () => picture.xTicks.map(({ at }) => at),
          values: () => picture.xTicks.map(({ text }) => (options.below ? text : '')),
        },
        {
          ...axis,
          size: options.gutter,
          gap: 8,
          splits: () => picture.yTicks.map(({ at }) => at),
          values: () => picture.yTicks.map(({ text }) => text),
        },
      ],
      series: [
        {},
        {
          stroke: () => colours.line,
          // The tokens are #rrggbb; two more digits make them transparent.
          fill: options.filled ? () => `${colours.line}2e` : undefined,
          width: 1.5,
          points: { show: false },
        },
      ],
    },
    [[], []],
    element,
  );
  return {
    draw(next) {
      picture = next;
      plot.setData([next.x, next.y]);
    },
    resize: (width) => plot.setSize({ width, height: options.height }),
    recolour() {
      colours = readColours();
      plot.redraw(false, true);
    },
    destroy: () => plot.destroy(),
  };
}
