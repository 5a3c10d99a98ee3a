import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { FormError } from '../forms/form-error.tsx';
import { Modal } from './modal.tsx';

export interface ConfirmDialogProps {
  title: ReactNode;
  /** What will happen, and that it cannot be undone. */
  children: ReactNode;
  /** The words of the button that does it. */
  action: ReactNode;
  /** The words of the button that leaves everything as it is, where “Cancel” could mean both. Default “Cancel”. */
  keep?: ReactNode;
  /** It is being done. Default false. */
  isBusy?: boolean;
  /** Why it was not done. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone; the focus starts on the button that does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, keep, isBusy = false, failure, onConfirm, onClose } = props;
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {keep ?? <Trans>Cancel</Trans>}
          </Button>
          <Button variant="danger" loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <div>{children}</div>
        <FormError>{failure}</FormError>
      </div>
    </Modal>
  );
}
