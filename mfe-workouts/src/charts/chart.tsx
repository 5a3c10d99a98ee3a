import { Box } from '@waymark/ui';
import { Fragment, useRef, type ReactNode } from 'react';
import { useWidth } from '../details/chart/use-width.ts';
import { Reader, type ReaderProps } from './reader.tsx';
import { nearest, thin, type Tick } from './scale.ts';

/** Room in pixels: left for the scale, right of the last place, below for the axis, above each strip for its name. */
const GUTTER = 44;
const RIGHT = 10;
const BELOW = 24;
const ABOVE = 30;

/** What a strip has to draw in; x from the left, y from the top, both in pixels. */
export interface Room {
  width: number;
  height: number;
  x: (part: number) => number;
  y: (part: number) => number;
}

export interface Strip {
  key: string;
  height: number;
  /** Above its left edge: what it shows, or only the unit. */
  title: string;
  /** Parts of the height from the bottom. */
  ticks: readonly Tick[];
  render: (room: Room) => ReactNode;
}

interface ChartProps extends Pick<
  ReaderProps,
  'label' | 'at' | 'onAt' | 'start' | 'text' | 'onOpen' | 'stays'
> {
  strips: readonly Strip[];
  xTicks: readonly Tick[];
  /** The places that can be read, in rising order, as parts of the width. */
  stops: readonly number[];
  /** Part of the width that the place being read is tinted with; a line without it. */
  band?: number;
}

/** Drawn strips over one axis, with one cursor through all of them. */
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
        <Reader
          {...reading}
          at={at}
          count={stops.length}
          pick={(part) => nearest(stops, (part * whole - GUTTER) / width)}
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
                    <Scale strip={strip} width={width} />
                    {strip.render({ width, height: strip.height, x, y })}
                  </g>
                );
              })}
              {thin(xTicks, width).map((tick) => (
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
        </Reader>
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

function Scale({ strip, width }: { strip: Strip; width: number }) {
  return (
    <>
      <text x={-GUTTER} y={-12} fontWeight={600}>
        {strip.title}
      </text>
      {strip.ticks.map((tick) => {
        const y = Math.round(strip.height * (1 - tick.at)) + 0.5;
        return (
          <Fragment key={tick.at}>
            <line x1={0} x2={width} y1={y} y2={y} stroke="var(--wm-hairline)" />
            <text x={-8} y={y + 4} textAnchor="end">
              {tick.text}
            </text>
          </Fragment>
        );
      })}
    </>
  );
}
