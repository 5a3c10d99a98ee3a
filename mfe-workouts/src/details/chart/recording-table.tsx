import { useLingui } from '@lingui/react/macro';
import { ChartTable, nearestIndex } from '@waymark/chart';
import type { Column } from '@waymark/ui';
import type { Axis } from './axis.ts';
import { valueNear } from './columns.ts';
import type { Line } from './lines.ts';

const ROWS = 20;

/** The values of the chart at even steps. */
export function RecordingTable({ axis, lines }: { axis: Axis; lines: readonly Line[] }) {
  const { t } = useLingui();
  const last = axis.values.at(-1) ?? 0;
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
    <ChartTable
      caption={t`Chart as a table`}
      columns={columns}
      rows={() => Array.from({ length: ROWS + 1 }, (_, i) => nearestIndex(axis.values, (last * i) / ROWS))}
      rowKey={(index) => index}
      isScrollable={false}
    />
  );
}
