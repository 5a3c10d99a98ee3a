import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '@waymark/ui';

interface UnfriendDialogProps {
  name: string;
  isRemoving: boolean;
  onCancel: () => void;
  onRemove: () => void;
}

/** Asks before a friendship ends: it only comes back when the other one agrees again. */
export default function UnfriendDialog({ name, isRemoving, onCancel, onRemove }: UnfriendDialogProps) {
  return (
    <ConfirmDialog
      title={<Trans>Remove {name} as a friend?</Trans>}
      action={<Trans>Remove</Trans>}
      isBusy={isRemoving}
      onClose={onCancel}
      onConfirm={onRemove}
    >
      <Trans>
        You won’t see each other’s workouts for friends any more. {name} is not told, and can be asked again.
      </Trans>
    </ConfirmDialog>
  );
}
