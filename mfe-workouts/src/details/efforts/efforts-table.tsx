import { useLingui } from '@lingui/react/macro';
import { Box, chakra, Table, type Column } from '@waymark/ui';
import type { SyntheticEvent } from 'react';
import { type RecordingSelection, type Part, useSelectedIndex } from '../selection/recording-selection.ts';
import { Named } from '../summary/named.tsx';

interface EffortRow {
  part: Part;
  name: string;
  first: string;
  second?: string;
}

interface EffortsTableProps {
  caption: string;
  /** Names of the columns; the last has the unit. */
  heads: readonly string[];
  unit: string;
  rows: readonly EffortRow[];
  selection: RecordingSelection;
}

/** Rows that lead to their part of the recording. */
export function EffortsTable({ caption, heads, unit, rows, selection }: EffortsTableProps) {
  const { t } = useLingui();
  const selected = useSelectedIndex(
    selection,
    rows.map(({ part }) => part),
  );
  const rowOf = (event: SyntheticEvent) =>
    rows[(event.target as Element).closest<HTMLTableRowElement>('tbody tr')?.sectionRowIndex ?? -1];
  const point = (event: SyntheticEvent) => selection.patch({ hoveredPart: rowOf(event)?.part ?? null });
  const columns: Column<EffortRow>[] = heads.map((head, at) => ({
    key: head,
    label: head,
    header: at > 0 && at === heads.length - 1 ? <Named name={head} unit={unit} /> : head,
    figure: at > 0,
    render: (row) =>
      at === 0 ? (
        <chakra.button
          type="button"
          minH="24px"
          textAlign="start"
          cursor="pointer"
          aria-label={t`Select the best ${row.name}`}
          aria-pressed={rows[selected] === row}
        >
          {row.name}
        </chakra.button>
      ) : at === 1 ? (
        row.first
      ) : (
        row.second
      ),
  }));
  return (
    <Box
      onPointerOver={point}
      onPointerLeave={() => selection.patch({ hoveredPart: null })}
      onFocus={point}
      onBlur={() => selection.patch({ hoveredPart: null })}
      onClick={(event) => {
        const row = rowOf(event);
        if (row) selection.patch({ part: rows[selected] === row ? null : row.part });
      }}
      css={{ '& tbody tr': { cursor: 'pointer' }, '& tbody tr:hover': { background: 'var(--wm-sunken)' } }}
    >
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        highlight={(row) => rows[selected] === row}
      />
    </Box>
  );
}
