import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal, Stack, Text } from '@waymark/ui';
import { BeforeAfter } from './before-after.tsx';
import type { Mode } from './selection.ts';
import type { Edit } from './use-edit.ts';

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

/** What each way of cutting is called. */
export function useWords(): Record<Mode, { tab: string; title: string; action: string; hint: string }> {
  const { t } = useLingui();
  return {
    trim: {
      tab: t`Trim`,
      title: t`Trim this workout?`,
      action: t`Trim`,
      hint: t`Drag the two handles to where the workout should begin and end.`,
    },
    remove: {
      tab: t`Remove a part`,
      title: t`Remove this part?`,
      action: t`Remove`,
      hint: t`Drag the two handles around the part that should go. It becomes a pause.`,
    },
    split: {
      tab: t`Split`,
      title: t`Split this workout?`,
      action: t`Split`,
      hint: t`Drag the handle to where one workout should end and the next begin.`,
    },
    merge: {
      tab: t`Merge`,
      title: t`Merge these workouts?`,
      action: t`Merge`,
      hint: t`Choose what belongs to this workout. The time between becomes a pause.`,
    },
  };
}
