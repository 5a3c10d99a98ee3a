import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { Split } from '@waymark/streams';
import { Box, chakra, Figure, Table, useViewport, type Column } from '@waymark/ui';
import { formatDistance, formatDuration, formatElevation, formatNumber } from '@waymark/units';
import type { SyntheticEvent } from 'react';
import { samePart, type Focus, type Part } from '../recording/focus.ts';
import { usePart } from '../recording/use-focus.ts';
import { formatTempo, type Tempo } from '../summary/tempo.ts';

interface SplitsTableProps {
  parts: readonly Split[];
  tempo: Tempo;
  laps: boolean;
  focus: Focus;
}

/** A row a split; its bar is the longer the faster it was. Pointing at a row shows the part on the map, choosing it selects it. */
export function SplitsTable({ parts, tempo, laps, focus }: SplitsTableProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { isMobile } = useViewport();
  const selected = usePart(focus);
  const speedOf = (split: Split) => (split.pace ? 1 / split.pace : null);
  const fastest = Math.max(...parts.map((split) => speedOf(split) ?? 0));
  const partOf = (index: number): Part => ({ from: parts[index]!.from, to: parts[index]!.to });
  const rowOf = (event: SyntheticEvent) => {
    const row = (event.target as Element).closest('tbody tr');
    return row ? (row as HTMLTableRowElement).sectionRowIndex : null;
  };
  const point = (event: SyntheticEvent) => {
    const row = rowOf(event);
    focus.set({ hint: row === null ? null : partOf(row) });
  };
  const choose = (row: number | null) => {
    if (row === null) return;
    const part = partOf(row);
    focus.set({ part: samePart(part, selected) ? null : part });
  };
  const has = (key: 'heartrateAvg' | 'powerAvg' | 'ascent') => parts.some((split) => split[key] !== null);
  const name = (split: Split) =>
    split.partial || laps
      ? formatDistance(split.distance, system, {
          locale,
          ...(tempo === 'swim' ? { unit: 'm', digits: 0 } : {}),
        }).value
      : '';

  const columns: Column<Split>[] = [
    {
      key: 'split',
      header: laps ? t`Lap` : t`Split`,
      width: '1%',
      render: (split) => {
        const number = split.index + 1;
        return (
          <chakra.button
            type="button"
            aria-label={laps ? t`Select lap ${number}` : t`Select split ${number}`}
            aria-pressed={samePart(partOf(split.index), selected)}
            cursor="pointer"
            minH="24px"
            minW="24px"
            textAlign="start"
            whiteSpace="nowrap"
            fontVariantNumeric="tabular-nums"
          >
            {number}
            {name(split) && (
              <Box as="span" color="muted" fontSize="xs">
                {' '}
                {name(split)}
              </Box>
            )}
          </chakra.button>
        );
      },
    },
    {
      key: 'tempo',
      header: tempo === 'speed' ? t`Speed` : t`Pace`,
      render: (split) => {
        const { value, unit } = formatTempo(tempo, speedOf(split), system, locale);
        return (
          <Box display="flex" alignItems="center" gap={3}>
            <Figure value={value} unit={unit} />
            <Box flex={1} minW="24px" aria-hidden="true">
              <Box
                h="12px"
                borderEndRadius="sm"
                bg="sky"
                opacity={split.partial ? 0.45 : 0.85}
                style={{ width: `${barPercent(speedOf(split), fastest).toFixed(1)}%` }}
              />
            </Box>
          </Box>
        );
      },
    },
    { key: 'time', header: t`Time`, figure: true, render: (split) => formatDuration(split.active) },
  ];
  if (has('heartrateAvg'))
    columns.push({
      key: 'hr',
      header: isMobile ? t`bpm` : t`Heart rate`,
      figure: true,
      render: (split) => (
        <Figure value={formatNumber(split.heartrateAvg, { locale })} unit={isMobile ? '' : t`bpm`} />
      ),
    });
  if (has('powerAvg') && !isMobile)
    columns.push({
      key: 'power',
      header: t`Power`,
      figure: true,
      render: (split) => <Figure value={formatNumber(split.powerAvg, { locale })} unit="W" />,
    });
  if (has('ascent') && !isMobile)
    columns.push({
      key: 'ascent',
      header: t`Ascent`,
      figure: true,
      render: (split) => <Figure {...formatElevation(split.ascent, system, { locale })} />,
    });

  return (
    <Box
      onPointerOver={point}
      onPointerLeave={() => focus.set({ hint: null })}
      onFocus={point}
      onBlur={() => focus.set({ hint: null })}
      onClick={(event) => choose(rowOf(event))}
      css={{ '& tbody tr': { cursor: 'pointer' }, '& tbody tr:hover': { background: 'var(--wm-sunken)' } }}
    >
      <Table
        caption={laps ? t`Figures of each lap` : t`Figures of each split`}
        columns={columns}
        rows={parts}
        rowKey={(split) => split.index}
        highlight={(split) => samePart(partOf(split.index), selected)}
      />
    </Box>
  );
}

/** Length of a bar in percent: half the speed of the fastest is nothing, so that small differences show. */
function barPercent(speed: number | null, fastest: number): number {
  if (!speed || !fastest) return 0;
  return Math.max(3, ((speed / fastest - 0.5) / 0.5) * 100);
}
