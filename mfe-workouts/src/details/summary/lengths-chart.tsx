import { useLingui } from '@lingui/react/macro';
import { barPath, Chart, clockTicks, Readout, type StripArea } from '@waymark/chart';
import { formatDuration, type Shown } from '@waymark/units';
import { useState } from 'react';
import type { SwumLength } from './pool-lengths.ts';

const HEIGHT = 120;
const X_TICKS = 6;
/** Of the fastest: where the bars begin, so that they do not all look alike. */
const BASE = 0.5;

interface LengthsChartProps {
  rows: readonly SwumLength[];
  /** Null where the length of the pool is unknown. */
  paceOf: (row: SwumLength) => Shown | null;
  nameOf: (row: SwumLength) => string;
}

/** A bar for each length: as wide as it took, the higher the faster. Rests are the gaps between. */
export function LengthsChart({ rows, paceOf, nameOf }: LengthsChartProps) {
  const { t } = useLingui();
  const [at, setAt] = useState<number | null>(null);
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const span = last.start + last.duration - first.start || 1;
  const part = (seconds: number) => (seconds - first.start) / span;
  const shortest = Math.min(...rows.map(({ duration }) => duration));
  const longest = Math.max(...rows.map(({ duration }) => duration));
  /** Of the height: the longest length has a part left, the shortest all but a little. */
  const base = Math.min(BASE, (shortest / longest) * 0.8);
  const rise = (duration: number) => ((shortest / duration - base) / (1 - base)) * 0.94;
  const tempo = (row: SwumLength) => {
    const pace = paceOf(row);
    return pace ? `${pace.value} ${pace.unit}` : formatDuration(row.duration);
  };
  const ticks = [shortest, longest].map((duration) => ({
    at: rise(duration),
    text: tempo(rows.find((row) => row.duration === duration)!).split(' ')[0]!,
  }));
  const words = (row: SwumLength): string[] => {
    const number = row.index + 1;
    const { strokes, swolf, rest } = row;
    const rate = row.strokesPerMinute === null ? null : Math.round(row.strokesPerMinute);
    const pause = formatDuration(rest);
    return [
      t`Length ${number}`,
      formatDuration(row.duration),
      paceOf(row) ? tempo(row) : '',
      nameOf(row),
      strokes === null ? '' : t`${strokes} strokes`,
      rate === null ? '' : t`${rate} strokes/min`,
      swolf === null ? '' : t`SWOLF ${swolf}`,
      rest > 0 ? t`then ${pause} rest` : '',
    ].filter(Boolean);
  };
  const draw = ({ width, height, x, y }: StripArea) => (
    <>
      {rows.map((row) => {
        const left = x(part(row.start));
        const wide = (row.duration / span) * width;
        // Two lengths without a rest between are told apart by a pixel.
        return (
          <path
            key={row.index}
            d={barPath(left, Math.max(1, wide - 1), y(rise(row.duration)), height)}
            fill="var(--wm-stream-pace)"
            opacity={at === null || at === row.index ? 1 : 0.55}
          />
        );
      })}
      <line x2={width} y1={height + 0.5} y2={height + 0.5} stroke="var(--wm-control)" />
    </>
  );
  return (
    <>
      <Readout>
        {at !== null && rows[at] ? (
          words(rows[at]).map((word) => <span key={word}>{word}</span>)
        ) : (
          <span>{t`Higher is faster; gaps are rests.`}</span>
        )}
      </Readout>
      <Chart
        label={t`Chart of each length`}
        strips={[
          {
            key: 'lengths',
            height: HEIGHT,
            title: paceOf(first)?.unit ?? t`Time`,
            ticks: shortest === longest ? ticks.slice(0, 1) : ticks,
            render: draw,
          },
        ]}
        xTicks={clockTicks(0, span, X_TICKS).map((seconds) => ({
          at: seconds / span,
          text: formatDuration(seconds),
        }))}
        stops={rows.map((row) => part(row.start + row.duration / 2))}
        at={at}
        onAt={setAt}
        start={0}
        text={(index) => words(rows[index]!).join(', ')}
      />
    </>
  );
}
