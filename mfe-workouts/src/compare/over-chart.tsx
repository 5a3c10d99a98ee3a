import { Box } from '@waymark/ui';
import { PLACES } from './grid.ts';
import { lineColor, LINE_STYLES } from './palette.ts';
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
  const missing = Math.max(0, span - (high - low)) / 2;
  const air = (high - low) * 0.08;
  return [low - missing - air, high + missing + air];
}

function pathOf(values: Float64Array, x: (k: number) => number, y: (value: number) => number): string {
  let path = '';
  let open = false;
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (Number.isNaN(value)) {
      open = false;
      continue;
    }
    path += `${open ? 'L' : 'M'}${x(k).toFixed(1)} ${y(value).toFixed(1)}`;
    open = true;
  }
  return path;
}

/** Several workouts' lines over the same course. The numbers are told beside it, so it is a picture only. */
export function OverChart({ said, lines, length, place, ticks, width, height }: OverChartProps) {
  const [low, high] = scaleOf(lines, said.span);
  const inner = { width: Math.max(1, width - LEFT - RIGHT), height: height - TOP - BOTTOM };
  const x = (k: number) => LEFT + (k / (PLACES - 1)) * inner.width;
  const y = (value: number) =>
    TOP + (1 - (Math.min(high, Math.max(low, value)) - low) / (high - low)) * inner.height;
  return (
    <Box
      as="svg"
      display="block"
      aria-hidden="true"
      css={{ overflow: 'visible', fontSize: 'var(--wm-text-xs)', fontVariantNumeric: 'tabular-nums' }}
      {...{ width, height, viewBox: `0 0 ${width} ${height}` }}
    >
      {said.ticks(low, high).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} stroke="var(--wm-hairline)" />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" fill="var(--wm-muted)">
            {said.tick(value)}
          </text>
        </g>
      ))}
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
          d={pathOf(values, x, y)}
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
