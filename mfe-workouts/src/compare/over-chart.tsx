import { linearScale, linePath, paddedRange, ValueAxis } from '@waymark/chart';
import { Box } from '@waymark/ui';
import { PLACES } from './grid.ts';
import { lineColor, LINE_STYLES } from './line-styles.tsx';
import type { Said } from './use-measures.ts';

const LEFT = 58;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;

/** One line of a chart; `at` is the workout's place in the comparison. */
export interface OverLine {
  at: number;
  values: Float64Array;
}

interface OverChartProps {
  said: Said;
  lines: readonly OverLine[];
  /** Metres from left to right. */
  length: number;
  place: (meters: number) => string;
  ticks: readonly number[];
  width: number;
  height: number;
}

function scaleOf(lines: readonly OverLine[], span: number): [number, number] {
  const all = Float64Array.from(
    lines.flatMap(({ values }) => Array.from(values).filter((value) => !Number.isNaN(value))),
  ).sort();
  if (all.length === 0) return [0, 1];
  // A hundredth at either end may be a standstill or a fault of a sensor.
  const [low, high] = [all[Math.floor(all.length * 0.01)]!, all[Math.ceil(all.length * 0.99) - 1]!];
  return paddedRange(low, high, span);
}

/** Several workouts' lines over the same course. The numbers are told beside it, so it is a picture only. */
export function OverChart({ said, lines, length, place, ticks, width, height }: OverChartProps) {
  const [low, high] = scaleOf(lines, said.span);
  const inner = { width: Math.max(1, width - LEFT - RIGHT), height: height - TOP - BOTTOM };
  const x = (k: number) => LEFT + (k / (PLACES - 1)) * inner.width;
  const scale = linearScale(low, high);
  const y = (value: number) => TOP + (1 - Math.min(1, Math.max(0, scale(value)))) * inner.height;
  return (
    <Box
      as="svg"
      display="block"
      aria-hidden="true"
      css={{ overflow: 'visible', fontSize: 'var(--wm-text-xs)', fontVariantNumeric: 'tabular-nums' }}
      {...{ width, height, viewBox: `0 0 ${width} ${height}` }}
    >
      <g transform={`translate(${LEFT} ${TOP})`}>
        <ValueAxis
          ticks={said.ticks(low, high).map((value) => ({ at: scale(value), text: said.tick(value) }))}
          width={inner.width}
          height={inner.height}
        />
      </g>
      {ticks.map((meters) => (
        <text
          key={meters}
          x={LEFT + (meters / length) * inner.width}
          y={height - 6}
          textAnchor="middle"
          fill="var(--wm-muted)"
        >
          {place(meters)}
        </text>
      ))}
      {lines.toReversed().map(({ at, values }) => (
        <path
          key={at}
          d={linePath(Array.from(values, (value, k) => (Number.isNaN(value) ? null : [x(k), y(value)])))}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeDasharray={LINE_STYLES[at]!.dash.join(' ')}
          style={{ stroke: lineColor(at) }}
        />
      ))}
    </Box>
  );
}

/** Pixels from the left at which a place stands. */
export const pixelOf = (place: number, width: number): number =>
  LEFT + (place / (PLACES - 1)) * (width - LEFT - RIGHT);

/** The place at a pixel from the left. */
export const placeAt = (pixel: number, width: number): number =>
  Math.min(
    PLACES - 1,
    Math.max(0, Math.round(((pixel - LEFT) / Math.max(1, width - LEFT - RIGHT)) * (PLACES - 1))),
  );
