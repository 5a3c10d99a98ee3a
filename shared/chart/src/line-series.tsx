import type { StripArea } from './chart.tsx';
import { areaPath, linePath, type Point } from './svg-path.ts';
import type { Scale } from './scale.ts';

/** Values at the stops of a chart, and how they are drawn. */
export interface Series {
  key: string;
  colour: string;
  shape: 'line' | 'dashes' | 'area';
  /** Value at each stop; null where there is none. */
  values: readonly (number | null)[];
}

interface LineSeriesProps {
  area: StripArea;
  series: readonly Series[];
  stops: readonly number[];
  scale: Scale;
  /** The value that areas are filled from. */
  level?: number;
  /** The place being read: a dot on each line. */
  at: number | null;
}

/** Lines and surfaces of one strip. */
export function LineSeries({ area, series, stops, scale, level = 0, at }: LineSeriesProps) {
  const point = (value: number | null | undefined, i: number): Point =>
    value === null || value === undefined ? null : [area.x(stops[i]!), area.y(scale(value))];
  return series.map(({ key, colour, shape, values }) => {
    const points = values.map(point);
    const here = at === null ? null : point(values[at], at);
    return (
      <g key={key}>
        {shape === 'area' && <path d={areaPath(points, area.y(scale(level)))} fill={colour} opacity={0.3} />}
        <path
          d={linePath(points)}
          fill="none"
          stroke={colour}
          strokeWidth={shape === 'area' ? 1.5 : 2.25}
          strokeLinejoin="round"
          strokeLinecap="round"
          strokeDasharray={shape === 'dashes' ? '6 4' : undefined}
        />
        {here && (
          <circle cx={here[0]} cy={here[1]} r={4.5} fill={colour} stroke="var(--wm-paper)" strokeWidth={2} />
        )}
      </g>
    );
  });
}
