import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '@waymark/ui';

interface DeleteDialogProps {
  /** A post goes altogether; of a workout only its story. */
  isPost: boolean;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks before a story goes for good. */
export default function DeleteDialog({ isPost, onClose, onDelete }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={isPost ? <Trans>Delete this post?</Trans> : <Trans>Remove this from the feed?</Trans>}
      action={isPost ? <Trans>Delete</Trans> : <Trans>Remove</Trans>}
      onClose={onClose}
      onConfirm={onDelete}
    >
      {isPost ? (
        <Trans>Its likes, comments and photos go with it. This can’t be undone.</Trans>
      ) : (
        <Trans>Its likes and comments go with it. This can’t be undone.</Trans>
      )}
    </ConfirmDialog>
  );
}
