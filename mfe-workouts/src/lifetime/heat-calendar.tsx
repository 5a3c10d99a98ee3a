import { Trans } from '@lingui/react/macro';
import { ChartReader, Readout, useWidth } from '@waymark/chart';
import { Box, Flex } from '@waymark/ui';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { dayText } from '../shared/days.ts';
import { heatLayout, levelsOf } from './heat-layout.ts';

interface HeatCalendarProps {
  label: string;
  year: number;
  today: string;
  /** What sizes a day's mark; 0 for a day off. */
  valueOf: (day: string) => number;
  text: (day: string) => string;
  renderReadout: (day: string | null) => ReactNode;
  /** Enter and a click on a day. */
  onOpen?: (day: string) => void;
  locale: string;
  weekStart: number;
}

const HEAD = 18;
const SIDE = 34;
const BIGGEST = 26;
const NARROW = 720;
/** Side of a mark as a part of its cell, by level: told apart without colour. */
const SIDES = [0, 0.4, 0.58, 0.76, 0.94];
/** A day is one step up or down as drawn, a week one to the side. */
const MOVES = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1, PageUp: -28, PageDown: 28 };

/** A year of days by weeks; the more a day had, the larger its mark. */
export function HeatCalendar(props: HeatCalendarProps) {
  const { label, year, today, valueOf, text, renderReadout, onOpen, locale, weekStart } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number | null>(null);
  const bands = width < NARROW ? 2 : 1;
  const { cells, columns, months } = useMemo(
    () => heatLayout(year, weekStart, bands),
    [year, weekStart, bands],
  );
  const level = useMemo(() => levelsOf(cells.map(({ day }) => valueOf(day))), [cells, valueOf]);
  const cell = Math.min(BIGGEST, (width - SIDE) / columns);
  const bandHeight = HEAD + 7 * cell + 6;
  const days = cells.filter(({ day }) => day <= today);
  const shown = at === null || at < days.length ? at : null;
  const pick = (x: number, y: number) => {
    const px = x * width - SIDE;
    const py = y * bandHeight * bands;
    const band = Math.floor(py / bandHeight);
    const row = Math.floor((py - band * bandHeight - HEAD) / cell);
    const found = days.findIndex(
      (d) => d.band === band && d.column === Math.floor(px / cell) && d.row === row,
    );
    return found < 0 ? null : found;
  };
  const mark = (size: number) => ({
    width: size,
    height: size,
    rx: Math.min(3, size / 4),
    fill: 'var(--wm-blaze)',
  });
  return (
    <>
      <Readout>{renderReadout(shown === null ? null : days[shown]!.day)}</Readout>
      <Box ref={box} minH="160px">
        {width > 0 && days.length > 0 && (
          <ChartReader
            label={label}
            count={days.length}
            at={shown}
            onAt={setAt}
            start={days.length - 1}
            text={(i) => text(days[i]!.day)}
            pick={pick}
            moves={MOVES}
            stays={onOpen !== undefined}
            onOpen={onOpen && ((i) => onOpen(days[i]!.day))}
          >
            <svg
              width={width}
              height={bandHeight * bands}
              aria-hidden="true"
              style={{ fontSize: '12px', fill: 'var(--wm-muted)' }}
            >
              {Array.from({ length: bands }, (_, band) =>
                [0, 2, 4].map((row) => (
                  <text key={`${band}${row}`} x={0} y={band * bandHeight + HEAD + row * cell + cell / 2 + 4}>
                    {dayText(cells.find((c) => c.row === row)!.day, locale, { weekday: 'short' })}
                  </text>
                )),
              )}
              {months.map(({ day, band, column }) => (
                <text
                  key={day}
                  x={SIDE + (column + (day.endsWith('01-01') ? 0 : 0.5)) * cell}
                  y={band * bandHeight + 12}
                >
                  {dayText(day, locale, { month: 'short' })}
                </text>
              ))}
              {days.map(({ day, band, column, row }, i) => {
                const size = Math.max(SIDES[level(valueOf(day))]! * cell, 0);
                const x = SIDE + (column + 0.5) * cell;
                const y = band * bandHeight + HEAD + (row + 0.5) * cell;
                return (
                  <g key={day}>
                    {size > 0 ? (
                      <rect x={x - size / 2} y={y - size / 2} {...mark(size)} />
                    ) : (
                      <circle cx={x} cy={y} r={1.2} fill="var(--wm-control)" />
                    )}
                    {shown === i && (
                      <rect
                        x={x - cell / 2}
                        y={y - cell / 2}
                        width={cell}
                        height={cell}
                        rx={3}
                        fill="none"
                        stroke="var(--wm-ink)"
                        strokeWidth={2}
                      />
                    )}
                  </g>
                );
              })}
            </svg>
          </ChartReader>
        )}
      </Box>
      <Flex align="center" gap={2} fontSize="sm" color="muted" aria-hidden="true">
        <Trans>Less</Trans>
        <svg width="76" height="18">
          {SIDES.slice(1).map((side, i) => (
            <rect key={side} x={19 * i + 9 - 8 * side} y={9 - 8 * side} {...mark(16 * side)} />
          ))}
        </svg>
        <Trans>More</Trans>
      </Flex>
    </>
  );
}
