export {
  type CanvasAxes,
  cssColor,
  drawAxes,
  pixelScales,
  type PixelScales,
  type PlotArea,
  prepareCanvas,
  strokeLine,
  tracePaths,
  type ValueTick,
  watchColorScheme,
} from './canvas.ts';
export { Chart, type ChartStrip, type StripArea, ValueAxis } from './chart.tsx';
export { ChartReader } from './chart-reader.tsx';
export { ChartTable } from './chart-table.tsx';
export { createCursorThrottle, labelTransform, replaceText } from './cursor-throttle.ts';
export { LineSeries, type Series } from './line-series.tsx';
export {
  type AxisRange,
  CURSOR_KEY_STEPS,
  rangeBetween,
  watchPointerSelection,
} from './pointer-selection.ts';
export { Legend, Readout } from './readout.tsx';
export {
  floorIndex,
  linearScale,
  logScale,
  nearestIndex,
  paddedRange,
  type Scale,
  type Tick,
} from './scale.ts';
export { barPath, linePath } from './svg-path.ts';
export { clockTicks, decadeTicks, paceTicks, roundStep, roundTicks, ticksFromZero } from './ticks.ts';
export { useWidth } from './use-width.ts';
