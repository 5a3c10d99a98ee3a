import { Trans } from '@lingui/react/macro';
import { Box, Table, type TableProps } from '@waymark/ui';
import { useState, type ReactNode } from 'react';

interface ChartTableProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey'> {
  /** What opens the table. Default 'Show as table'. */
  summary?: ReactNode;
  /** A function is called when the table is opened. */
  rows: readonly Row[] | (() => readonly Row[]);
  /** False for tables of a few rows, which need no scrolling of their own. */
  isScrollable?: boolean;
}

/** The numbers of a chart for everyone who cannot see it or wants to copy them. Made only once asked for. */
export function ChartTable<Row>({ summary, rows, isScrollable = true, ...table }: ChartTableProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const scrolling = {
    maxH: '480px',
    overflowY: 'auto',
    tabIndex: 0,
    role: 'region',
    'aria-label': table.caption,
  } as const;
  return (
    <Box as="details" fontSize="sm" onToggle={(event) => setIsOpen(event.currentTarget.hasAttribute('open'))}>
      <Box as="summary" cursor="pointer" color="muted" py={1} w="fit-content">
        {summary ?? <Trans>Show as table</Trans>}
      </Box>
      {isOpen && (
        <Box mt={2} {...(isScrollable && scrolling)}>
          <Table stack {...table} rows={typeof rows === 'function' ? rows() : rows} />
        </Box>
      )}
    </Box>
  );
}
