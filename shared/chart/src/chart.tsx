import { Box } from '@waymark/ui';
import { Fragment, useRef, type ReactNode } from 'react';
import { useWidth } from './use-width.ts';
import { ChartReader, type ChartReaderProps } from './chart-reader.tsx';
import { nearestStop, thinTicks, type Tick } from './scale.ts';

/** Margins in pixels: left for the scale, right of the last place, below for the axis, above each strip for its name. */
const GUTTER = 44;
const RIGHT = 10;
const BELOW = 24;
const ABOVE = 30;

/** The area of a strip in pixels, and the scales from parts of it to pixels from its left and its top. */
export interface StripArea {
  width: number;
  height: number;
  x: (part: number) => number;
  y: (part: number) => number;
}

/** One drawing of a chart; several stand below each other over one axis. */
export interface ChartStrip {
  key: string;
  height: number;
  /** Above its left edge: what it shows, or only the unit. */
  title: string;
  /** Parts of the height from the bottom. */
  ticks: readonly Tick[];
  render: (area: StripArea) => ReactNode;
}

interface ChartProps extends Pick<
  ChartReaderProps,
  'label' | 'at' | 'onAt' | 'start' | 'text' | 'onOpen' | 'stays'
> {
  strips: readonly ChartStrip[];
  xTicks: readonly Tick[];
  /** The places that can be read, in rising order, as parts of the width. */
  stops: readonly number[];
  /** Part of the width that the place being read is tinted with; a line without it. */
  band?: number;
}

/** Strips over one axis, with one cursor through all of them that pointer and keys move. */
export function Chart({ strips, xTicks, stops, band, at, ...reading }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const whole = useWidth(box);
  const width = Math.max(0, whole - GUTTER - RIGHT);
  const height = strips.reduce((sum, strip) => sum + strip.height + ABOVE, 0);
  const x = (part: number) => part * width;
  const tops = strips.map((_, i) =>
    strips.slice(0, i).reduce((sum, strip) => sum + strip.height + ABOVE, ABOVE),
  );
  return (
    <Box ref={box} minH={`${height + BELOW}px`}>
      {width > 0 && (
        <ChartReader
          {...reading}
          at={at}
          count={stops.length}
          pick={(part) => nearestStop(stops, (part * whole - GUTTER) / width)}
        >
          <svg width={whole} height={height + BELOW} aria-hidden="true" style={STYLE}>
            <g transform={`translate(${GUTTER} 0)`}>
              {at !== null && band !== undefined && (
                <rect
                  x={x(stops[at]! - band / 2)}
                  width={x(band)}
                  y={ABOVE - 8}
                  height={height - ABOVE + 8}
                  fill="var(--wm-sunken)"
                />
              )}
              {strips.map((strip, i) => {
                const y = (part: number) => strip.height * (1 - part);
                return (
                  <g key={strip.key} transform={`translate(0 ${tops[i]})`}>
                    <text x={-GUTTER} y={-12} fontWeight={600}>
                      {strip.title}
                    </text>
                    <ValueAxis ticks={strip.ticks} width={width} height={strip.height} />
                    {strip.render({ width, height: strip.height, x, y })}
                  </g>
                );
              })}
              {thinTicks(xTicks, width).map((tick) => (
                <text
                  key={tick.at}
                  x={x(tick.at)}
                  y={height + 17}
                  textAnchor={tick.at > 0.985 ? 'end' : tick.at < 0.015 ? 'start' : 'middle'}
                >
                  {tick.text}
                </text>
              ))}
              {at !== null && band === undefined && (
                <line
                  x1={x(stops[at]!)}
                  x2={x(stops[at]!)}
                  y1={ABOVE - 8}
                  y2={height}
                  stroke="var(--wm-ink)"
                />
              )}
            </g>
          </svg>
        </ChartReader>
      )}
    </Box>
  );
}

const STYLE = {
  fill: 'var(--wm-muted)',
  fontSize: '12px',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'visible',
} as const;

interface ValueAxisProps {
  /** Parts of the height from the bottom. */
  ticks: readonly Tick[];
  width: number;
  height: number;
}

/** The lines of a vertical scale and their labels on the left, drawn in an SVG group. */
export function ValueAxis({ ticks, width, height }: ValueAxisProps) {
  return ticks.map(({ at, text }) => {
    const y = Math.round(height * (1 - at)) + 0.5;
    return (
      <Fragment key={at}>
        <line x1={0} x2={width} y1={y} y2={y} stroke="var(--wm-hairline)" />
        <text x={-8} y={y + 4} textAnchor="end" fill="var(--wm-muted)">
          {text}
        </text>
      </Fragment>
    );
  });
}
