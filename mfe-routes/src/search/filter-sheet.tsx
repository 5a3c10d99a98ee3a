import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack } from '@waymark/ui';
import type { FormEvent } from 'react';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';

interface FilterSheetProps extends FilterFieldsProps {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
}

/** The filters on phones. */
export function FilterSheet({ open, busy, onClose, onSubmit, ...fields }: FilterSheetProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Filters</Trans>} size="wide">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap={4}>
          <FilterFields {...fields} />
          <Button type="submit" variant="primary" size="lg" loading={busy}>
            <Trans>Show routes</Trans>
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
