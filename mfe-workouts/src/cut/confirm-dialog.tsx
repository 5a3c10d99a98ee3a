import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Button, Modal, Stack, Text } from '@waymark/ui';
import { BeforeAfter } from './before-after.tsx';
import type { Edit } from './use-edit.ts';
import { useWords } from './words.ts';

/** What the server made of it, and the last word of the member. */
export function ConfirmDialog({ workout, edit }: { workout: Workout; edit: Edit }) {
  const words = useWords();
  const { asked, busy } = edit;
  if (!asked) return null;
  const { mode } = asked.request;
  return (
    <Modal
      open
      size="wide"
      onClose={edit.cancel}
      title={words[mode].title}
      footer={
        <>
          <Button onClick={edit.cancel}>
            <Trans>Back</Trans>
          </Button>
          <Button variant="primary" loading={busy} onClick={() => void edit.confirm()} data-autofocus>
            {words[mode].action}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <BeforeAfter workout={workout} made={asked.previews.workouts.map(({ aggregates }) => aggregates)} />
        <Text size="sm" color="muted">
          <Trans>You can undo this for 30 days, as long as you change nothing else about it.</Trans>
        </Text>
      </Stack>
    </Modal>
  );
}
