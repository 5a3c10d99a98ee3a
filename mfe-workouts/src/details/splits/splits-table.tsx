import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { Split } from '@waymark/streams';
import { Box, Button, Table, useViewport, type Column } from '@waymark/ui';
import {
  formatDistance,
  formatDuration,
  formatElevation,
  formatNumber,
  formatTempo,
  type Tempo,
  unitsOf,
} from '@waymark/units';
import { useState, type SyntheticEvent } from 'react';
import { type RecordingSelection, type Part, useSelectedIndex } from '../selection/recording-selection.ts';
import { Named } from '../summary/named.tsx';

/** So many rows at first: a long ride has hundreds of kilometres. */
const FIRST = 60;

interface SplitsTableProps {
  parts: readonly Split[];
  tempo: Tempo;
  laps: boolean;
  /** Grade-adjusted speeds, m/s; null on a flat course. */
  gaps: readonly (number | null)[] | null;
  selection: RecordingSelection;
}

/** A row a split; its bar is the longer the faster it was. Pointing at a row shows the part on the map, choosing it selects it. */
export function SplitsTable({ parts, tempo, laps, gaps, selection }: SplitsTableProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { isMobile } = useViewport();
  const [all, setAll] = useState(false);
  const selected = useSelectedIndex(selection, parts);
  const speedOf = (split: Split) => (split.pace ? 1 / split.pace : null);
  const speeds = parts.map(speedOf).filter((speed) => speed !== null);
  const scale = barScale(Math.min(...speeds), Math.max(...speeds));
  const tempoUnit = formatTempo(tempo, 1, system, locale).unit;
  const partOf = (index: number): Part => ({ from: parts[index]!.from, to: parts[index]!.to });
  const rowOf = (event: SyntheticEvent) => {
    const row = (event.target as Element).closest('tbody tr');
    return row ? (row as HTMLTableRowElement).sectionRowIndex : null;
  };
  const point = (event: SyntheticEvent) => {
    const row = rowOf(event);
    selection.patch({ hoveredPart: row === null ? null : partOf(row) });
  };
  const choose = (row: number | null) => {
    if (row === null) return;
    selection.patch({ part: row === selected ? null : partOf(row) });
  };
  const has = (key: 'heartrateAvg' | 'powerAvg' | 'ascent') => parts.some((split) => split[key]);
  const name = (split: Split) =>
    split.partial || laps
      ? formatDistance(split.distance, system, {
          locale,
          ...(tempo === 'swim' ? { unit: 'm', digits: 0 } : tempo === 'pace' ? { digits: 2 } : {}),
        }).value
      : '';

  const named = (name: string, unit: string) => ({
    header: <Named name={name} unit={unit} />,
    label: name,
  });
  const columns: Column<Split>[] = [
    {
      key: 'split',
      header: laps ? t`Lap` : t`Split`,
      width: '1%',
      render: (split) => {
        const number = split.index + 1;
        return (
          <div data-cell="split">
            <button
              type="button"
              aria-label={laps ? t`Select lap ${number}` : t`Select split ${number}`}
              aria-pressed={split.index === selected}
            >
              {number}
            </button>
            {name(split) && <small> {name(split)}</small>}
          </div>
        );
      },
    },
    {
      key: 'tempo',
      ...named(tempo === 'speed' ? t`Speed` : t`Pace`, tempoUnit),
      width: '45%',
      render: (split) => {
        const { value } = formatTempo(tempo, speedOf(split), system, locale);
        return (
          <div data-cell="tempo">
            <b>{value}</b>
            <div aria-hidden="true">
              <div
                data-partial={split.partial || undefined}
                style={{ width: `${scale(speedOf(split)).toFixed(1)}%` }}
              />
            </div>
          </div>
        );
      },
    },
    { key: 'time', header: t`Time`, figure: true, render: (split) => formatDuration(split.active) },
  ];
  if (gaps && !isMobile)
    columns.push({
      key: 'gap',
      header: <abbr title={t`Grade-adjusted pace: what it would have been on the flat`}>{t`GAP`}</abbr>,
      label: t`Grade-adjusted pace`,
      figure: true,
      render: (split) => formatTempo(tempo, gaps[split.index], system, locale).value,
    });
  if (has('heartrateAvg'))
    columns.push({
      key: 'hr',
      ...named(t`Heart rate`, t`bpm`),
      ...(isMobile && { header: t`bpm` }),
      figure: true,
      render: (split) => formatNumber(split.heartrateAvg, { locale }),
    });
  if (has('powerAvg') && !isMobile)
    columns.push({
      key: 'power',
      ...named(t`Power`, 'W'),
      figure: true,
      render: (split) => formatNumber(split.powerAvg, { locale }),
    });
  if (has('ascent') && !isMobile)
    columns.push({
      key: 'ascent',
      ...named(t`Ascent`, unitsOf(system).elevation),
      figure: true,
      render: (split) => formatElevation(split.ascent, system, { locale }).value,
    });

  return (
    <>
      <Box
        onPointerOver={point}
        onPointerLeave={() => selection.patch({ hoveredPart: null })}
        onFocus={point}
        onBlur={() => selection.patch({ hoveredPart: null })}
        onClick={(event) => choose(rowOf(event))}
        css={ROWS}
      >
        <Table
          caption={laps ? t`Figures of each lap` : t`Figures of each split`}
          columns={columns}
          rows={all ? parts : parts.slice(0, FIRST)}
          rowKey={(split) => split.index}
          highlight={(split) => split.index === selected}
        />
      </Box>
      {!all && parts.length > FIRST && (
        <Button size="sm" mt={3} onClick={() => setAll(true)}>
          <Trans>Show all {parts.length}</Trans>
        </Button>
      )}
    </>
  );
}

// Plain elements in the cells, styled from here: hundreds of styled ones would take longer than the chart.
const ROWS = {
  '& tbody tr': { cursor: 'pointer' },
  '& tbody tr:hover': { background: 'var(--wm-sunken)' },
  '& [data-cell=split]': { whiteSpace: 'nowrap' },
  '& [data-cell=split] button': {
    cursor: 'pointer',
    minHeight: '24px',
    minWidth: '24px',
    textAlign: 'start',
    fontVariantNumeric: 'tabular-nums',
  },
  '& [data-cell=split] small': { color: 'var(--wm-muted)', fontSize: 'var(--wm-text-xs)' },
  '& [data-cell=tempo]': { display: 'flex', alignItems: 'center', gap: '12px', flex: '0 1 50%' },
  '& [data-cell=tempo] b': { minWidth: '3.2em', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& [data-cell=tempo] > div': { flex: 1, minWidth: '24px' },
  '& [data-cell=tempo] > div > div': {
    height: '12px',
    borderEndEndRadius: '4px',
    borderStartEndRadius: '4px',
    background: 'var(--wm-sky)',
    opacity: 0.85,
  },
  '& [data-cell=tempo] [data-partial]': { opacity: 0.45 },
} as const;

/**
 * Length of a bar in percent. It does not start at standing still, or all bars would look alike: the slowest part
 * has a third of the length of the fastest, or more where they differ by less than a tenth.
 */
function barScale(slowest: number, fastest: number): (speed: number | null) => number {
  const start = Math.max(0, Math.min(slowest - (fastest - slowest) / 2, fastest * 0.85));
  return (speed) => (speed ? Math.max(2, ((speed - start) / (fastest - start)) * 100) : 0);
}
