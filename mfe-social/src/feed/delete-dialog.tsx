import { Trans } from '@lingui/react/macro';
import { Button, Modal, Text } from '@waymark/ui';

interface DeleteDialogProps {
  /** A post goes altogether; of a workout only its story. */
  isPost: boolean;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks before a story goes for good. */
export default function DeleteDialog({ isPost, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title={isPost ? <Trans>Delete this post?</Trans> : <Trans>Remove this from the feed?</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" onClick={onDelete}>
            {isPost ? <Trans>Delete</Trans> : <Trans>Remove</Trans>}
          </Button>
        </>
      }
    >
      <Text>
        {isPost ? (
          <Trans>Its likes, comments and photos go with it. This can't be undone.</Trans>
        ) : (
          <Trans>Its likes and comments go with it. This can't be undone.</Trans>
        )}
      </Text>
    </Modal>
  );
}
