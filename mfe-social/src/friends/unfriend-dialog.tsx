import { Trans } from '@lingui/react/macro';
import { Button, Modal, Text } from '@waymark/ui';

interface UnfriendDialogProps {
  name: string;
  isRemoving: boolean;
  onCancel: () => void;
  onRemove: () => void;
}

/** Asks before a friendship ends: it only comes back when the other one agrees again. */
export default function UnfriendDialog({ name, isRemoving, onCancel, onRemove }: UnfriendDialogProps) {
  return (
    <Modal
      open
      onClose={onCancel}
      title={<Trans>Remove {name} as a friend?</Trans>}
      footer={
        <>
          <Button data-autofocus="" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" loading={isRemoving} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <Text>
        <Trans>
          You won't see each other's workouts for friends any more. {name} is not told, and can be asked
          again.
        </Trans>
      </Text>
    </Modal>
  );
}
