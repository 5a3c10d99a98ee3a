import { Trans } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { Modal } from '@waymark/ui';
import { StoryReplies } from './story-replies.tsx';

interface RepliesDialogProps {
  story: Story;
  onClose: () => void;
}

/** Likes and comments of one row of a list, as on the page of its workout. */
export default function RepliesDialog({ story, onClose }: RepliesDialogProps) {
  return (
    <Modal open onClose={onClose} size="wide" title={<Trans>Likes and comments</Trans>}>
      <StoryReplies story={story} isOpen />
    </Modal>
  );
}
