import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Table, type Column } from '@waymark/ui';
import { useState } from 'react';
import type { Axis } from './axis.ts';
import { nearestIndex, valueNear } from './columns.ts';
import type { Line } from './lines.ts';

const ROWS = 20;

/** What the chart draws as numbers, at even steps, for everyone who cannot see it or wants to copy it. */
export function ChartTable({ axis, lines }: { axis: Axis; lines: readonly Line[] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const last = axis.values.at(-1) ?? 0;
  const rows = open
    ? Array.from({ length: ROWS + 1 }, (_, i) => nearestIndex(axis.values, (last * i) / ROWS))
    : [];
  const columns: Column<number>[] = [
    {
      key: 'at',
      header: axis.kind === 'time' ? t`Time` : t`Distance`,
      render: (index) => axis.text(axis.values[index]!),
    },
    ...lines.map((line): Column<number> => ({
      key: line.key,
      header: line.label,
      figure: true,
      render: (index) => line.text(valueNear(line.values, index)),
    })),
  ];
  return (
    <Box as="details" fontSize="sm" onToggle={(event) => setOpen(event.currentTarget.hasAttribute('open'))}>
      <Box as="summary" cursor="pointer" color="muted">
        <Trans>Show as table</Trans>
      </Box>
      {open && (
        <Box mt={2}>
          <Table
            stack
            caption={t`The chart in numbers`}
            columns={columns}
            rows={rows}
            rowKey={(index) => index}
          />
        </Box>
      )}
    </Box>
  );
}
