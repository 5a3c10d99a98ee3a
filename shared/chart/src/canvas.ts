/** A label of a canvas chart at a value of its axis. */
export interface ValueTick {
  at: number;
  text: string;
}

/** The edges of the drawing inside a canvas, in CSS pixels. */
export interface PlotArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** From values to CSS pixels. */
export interface PixelScales {
  x: (value: number) => number;
  y: (value: number) => number;
}

const FONT = '12px system-ui, sans-serif';

/**
 * Sizes and clears a canvas. @returns its context, in which one unit is one CSS pixel; null where nothing can be drawn
 * @param pixelRatio device pixels of each CSS pixel
 */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  pixelRatio: number = devicePixelRatio,
): CanvasRenderingContext2D | null {
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  context?.scale(pixelRatio, pixelRatio);
  return context;
}

/** Scales that lead the ends of two ranges to the edges of an area. */
export function pixelScales(
  { left, top, right, bottom }: PlotArea,
  [minX, maxX]: readonly [number, number],
  [minY, maxY]: readonly [number, number],
): PixelScales {
  return {
    x: (value) => left + ((value - minX) / (maxX - minX)) * (right - left),
    y: (value) => bottom - ((value - minY) / (maxY - minY)) * (bottom - top),
  };
}

export interface CanvasAxes {
  xTicks: readonly ValueTick[];
  yTicks: readonly ValueTick[];
  /** Lines over the whole height, or short marks below the drawing. */
  xLines: 'grid' | 'marks';
  /** False where the axis is labelled by another drawing below. Default true. */
  hasXLabels?: boolean;
  lineColor: string;
  textColor: string;
}

/** Draws the lines and labels of both axes: values on the left, the axis below. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  { left, top, right, bottom }: PlotArea,
  { x, y }: PixelScales,
  { xTicks, yTicks, xLines, hasXLabels = true, lineColor, textColor }: CanvasAxes,
): void {
  // Half a pixel further, so that a line of one pixel is not smeared over two.
  const sharp = (place: number) => Math.round(place) + 0.5;
  const isGrid = xLines === 'grid';
  Object.assign(context, { strokeStyle: lineColor, fillStyle: textColor, font: FONT, lineWidth: 1 });
  context.beginPath();
  context.textBaseline = 'top';
  for (const { at, text } of xTicks) {
    context.moveTo(sharp(x(at)), isGrid ? top : bottom);
    context.lineTo(sharp(x(at)), isGrid ? bottom : bottom + 4);
    if (!hasXLabels) continue;
    // The last label would be cut off at the right edge.
    context.textAlign = x(at) > right - 14 ? 'right' : 'center';
    context.fillText(text, x(at), bottom + (isGrid ? 6 : 7));
  }
  Object.assign(context, { textAlign: 'right', textBaseline: 'middle' });
  for (const { at, text } of yTicks) {
    if (y(at) < top || y(at) > bottom) continue;
    context.moveTo(left, sharp(y(at)));
    context.lineTo(right, sharp(y(at)));
    context.fillText(text, left - 8, y(at));
  }
  context.stroke();
}

/** The line through points, and the surface between it and `bottom`. Both break at values that are null or NaN. */
export function tracePaths(
  xs: ArrayLike<number>,
  ys: ArrayLike<number | null>,
  { x, y }: PixelScales,
  bottom: number,
): { line: Path2D; surface: Path2D } {
  const line = new Path2D();
  const surface = new Path2D();
  let start: number | null = null;
  let last = 0;
  const close = () => {
    if (start === null) return;
    surface.lineTo(last, bottom);
    surface.lineTo(start, bottom);
    surface.closePath();
    start = null;
  };
  for (let i = 0; i < ys.length; i++) {
    const value = ys[i]!;
    if (value === null || Number.isNaN(value)) {
      close();
      continue;
    }
    const [left, top] = [x(xs[i]!), y(value)];
    if (start === null) {
      start = left;
      line.moveTo(left, top);
      surface.moveTo(left, top);
    }
    // A value between two gaps becomes a dot.
    line.lineTo(left, top);
    surface.lineTo(left, top);
    last = left;
  }
  close();
  return { line, surface };
}

/** Draws the line of a chart. */
export function strokeLine(context: CanvasRenderingContext2D, line: Path2D, color: string): void {
  Object.assign(context, { strokeStyle: color, lineWidth: 1.5, lineJoin: 'round', lineCap: 'round' });
  context.stroke(line);
}

/** The color that a CSS variable holds at an element. */
export const cssColor = (element: Element, variable: string, fallback = '#888'): string =>
  getComputedStyle(element).getPropertyValue(variable).trim() || fallback;

/** Calls `listener` when the page changes between light and dark. @returns the function that ends it */
export function watchColorScheme(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(listener);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    watcher.disconnect();
    dark.removeEventListener('change', listener);
  };
}
