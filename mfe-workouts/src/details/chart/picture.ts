import { drawnPoints, sortedSample } from './columns.ts';
import type { Line } from './lines.ts';
import type { PlotOptions, PlotPicture } from './plot.ts';
import { BELOW, GUTTER, pixelAt, rangeOf, RIGHT, STRIP, type View } from './view.ts';

const TICK_PIXELS = 90;
const HALF_LABEL = 24;

const EDGE = 0.08;
/** A line of text, as a part of the strip's height. */
const LABEL = 15 / STRIP;

/** The ticks whose labels run into neither each other nor the strips above and below. Paces lie closer the slower they are. */
function readable(ticks: readonly number[], [low, high]: [number, number]): number[] {
  let last = -1;
  return ticks
    .toReversed()
    .filter((at) => {
      const down = (high - at) / (high - low);
      const fits = down > EDGE && down < 1 - EDGE && (last < 0 || down - last >= LABEL);
      if (fits) last = down;
      return fits;
    })
    .toReversed();
}

/** What a strip shows of its series. */
export function pictureOf(line: Line, view: View): PlotPicture {
  const { axis, from, to, width } = view;
  const xRange = rangeOf(view);
  const yRange = line.scale(sortedSample(line.values, from, to + 1, line.scaleFrom));
  const most = Math.max(2, Math.floor(width / TICK_PIXELS));
  return {
    ...drawnPoints(line.values, axis.values, from, to + 1, {
      pixels: width,
      even: line.even,
      toPlot: line.toPlot,
      breaks: axis.breaks,
    }),
    xRange,
    yRange,
    xTicks: axis
      .ticks(...xRange, most)
      // A label that would be cut off at the right edge says less than none.
      .filter((at) => width - pixelAt(view, at) > HALF_LABEL - RIGHT)
      .map((at) => ({ at, text: axis.tickText(at) })),
    yTicks: readable(line.ticks(...yRange), yRange).map((at) => ({ at, text: line.tickText(at) })),
  };
}

/** Size and looks of a strip's drawing. @param last the axis stands below it */
export const plotOptions = (line: Line, width: number, last: boolean): PlotOptions => ({
  width: width + GUTTER + RIGHT,
  height: STRIP + (last ? BELOW : 0),
  gutter: GUTTER,
  right: RIGHT,
  below: last ? BELOW : 0,
  color: line.color,
  filled: line.filled ?? false,
});
