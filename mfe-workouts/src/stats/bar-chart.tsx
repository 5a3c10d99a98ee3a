import { barPath, Chart, Readout, type StripArea, type Tick } from '@waymark/chart';
import { useState, type ReactNode } from 'react';

export interface Bar {
  key: string;
  /** Below it; full words are told in `text`. */
  tick: string;
  /** Null where the span has no such place, as the 31st of a month of 30 days. */
  value: number | null;
  previous: number | null;
}

interface BarChartProps {
  /** What is shown, read aloud. */
  label: string;
  /** Above the scale. */
  title: string;
  bars: readonly Bar[];
  /** The value at the upper end, and where its lines are. */
  top: number;
  ticks: readonly Tick[];
  /** A place in words, read aloud. */
  text: (at: number) => string;
  /** The same for the eye, and what stands there while nothing is pointed at. */
  renderReadout: (at: number | null) => ReactNode;
  /** Where reading with keys begins. */
  start: number;
  onOpen?: (at: number) => void;
}

const HEIGHT = 220;
/** Of a bar's place: the span before stands wide and pale behind. */
const GHOST = 0.74;
const SOLID = 0.42;
/** Pixels of such a place at most. */
const WIDEST = 76;

/** Bars with those of the span before as ghosts behind them. */
export function BarChart({
  label,
  title,
  bars,
  top,
  ticks,
  text,
  renderReadout,
  start,
  onOpen,
}: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const shown = at === null || at < bars.length ? at : null;
  const step = 1 / bars.length;
  const stops = bars.map((_, i) => (i + 0.5) * step);
  const draw = ({ width, height, x, y }: StripArea) => {
    const path = (i: number, value: number | null, part: number) => {
      const w = Math.min(width * step, WIDEST) * part;
      // What is not nothing stays in sight beside the longest bar.
      const upper = Math.min(y((value ?? 0) / top), height - 2);
      return barPath(x(stops[i]!) - w / 2, w, upper, height);
    };
    return (
      <>
        {bars.map(({ key, previous }, i) =>
          previous ? (
            <path
              key={key}
              d={path(i, previous, GHOST)}
              fill="var(--wm-sunken)"
              stroke="var(--wm-control)"
              strokeWidth="1"
            />
          ) : null,
        )}
        {bars.map(({ key, value }, i) =>
          value ? <path key={key} d={path(i, value, SOLID)} fill="var(--wm-blaze)" /> : null,
        )}
        <line x2={width} y1={height + 0.5} y2={height + 0.5} stroke="var(--wm-control)" />
      </>
    );
  };
  return (
    <>
      <Readout>{renderReadout(shown)}</Readout>
      <Chart
        label={label}
        strips={[{ key: 'bars', height: HEIGHT, title, ticks, render: draw }]}
        xTicks={bars.map(({ tick }, i) => ({ at: stops[i]!, text: tick })).filter((tick) => tick.text)}
        stops={stops}
        band={step}
        at={shown}
        onAt={setAt}
        start={start}
        text={text}
        onOpen={onOpen}
      />
    </>
  );
}
