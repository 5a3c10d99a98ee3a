import { Trans } from '@lingui/react/macro';
import { Banner, Button, Modal, Stack } from '@waymark/ui';
import type { ReactNode } from 'react';

interface ConfirmDialogProps {
  title: ReactNode;
  /** What will happen, and that it cannot be undone. */
  children: ReactNode;
  action: ReactNode;
  isBusy?: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isBusy = false, failure, onConfirm, onClose } = props;
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <div>{children}</div>
        {failure && <Banner kind="error">{failure}</Banner>}
      </Stack>
    </Modal>
  );
}
