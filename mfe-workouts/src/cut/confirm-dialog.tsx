import type { Privacy, Workout, WorkoutSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import { Button, FormError, Modal, PRIVACY_NAMES, Stack, Text } from '@waymark/ui';
import { BeforeAfter } from './before-after.tsx';
import type { Edit } from './use-edit.ts';
import { useWords } from './words.ts';

interface ConfirmDialogProps {
  workout: Workout;
  /** What is to be merged with it. */
  chosen: readonly WorkoutSummary[];
  edit: Edit;
}

/** What the server made of it, and the last word of the member. */
export function ConfirmDialog({ workout, chosen, edit }: ConfirmDialogProps) {
  const words = useWords();
  const failureText = useFailureText();
  const { asked, busy, lostAnswer } = edit;
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
        {mode === 'merge' && (
          <MergedPrivacy of={[workout, ...chosen]} privacy={asked.previews.workouts[0]!.privacy} />
        )}
        <Text size="sm" color="muted">
          <Trans>You can undo this for 30 days, as long as you change nothing else about it.</Trans>
        </Text>
        <FormError>{lostAnswer !== null && failureText(lostAnswer)}</FormError>
      </Stack>
    </Modal>
  );
}

/** Who will see the merged workout, where that is not who sees each of its parts. */
function MergedPrivacy({ of, privacy }: { of: readonly WorkoutSummary[]; privacy: Privacy }) {
  const { i18n } = useLingui();
  if (of.every((part) => part.privacy === privacy)) return null;
  const name = i18n._(PRIVACY_NAMES[privacy]);
  return (
    <Text>
      <Trans>The merged workout will be visible to: {name}.</Trans>
    </Text>
  );
}
