import { Trans } from '@lingui/react/macro';
import { Box, Table, type TableProps } from '@waymark/ui';
import { useState } from 'react';

/** The numbers of a chart for everyone who cannot see it or wants to copy them. Made only once asked for. */
export function ChartTable<Row>(props: Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'rowKey'>) {
  const [open, setOpen] = useState(false);
  return (
    <Box as="details" fontSize="sm" onToggle={(event) => setOpen(event.currentTarget.hasAttribute('open'))}>
      <Box as="summary" cursor="pointer" color="muted" py={1} w="fit-content">
        <Trans>Show as table</Trans>
      </Box>
      {open && (
        <Box mt={2} maxH="480px" overflowY="auto" tabIndex={0} role="region" aria-label={props.caption}>
          <Table stack {...props} />
        </Box>
      )}
    </Box>
  );
}
