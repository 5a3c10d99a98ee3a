import type { Contribution, ContributionExclusion } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { ExplanationForm, useExclusionReason } from '@waymark/remote/exclusions';
import { Modal, Stack, Text } from '@waymark/ui';

interface ExplainDialogProps {
  workout: Pick<Contribution, 'workout_id' | 'name'>;
  exclusions: readonly ContributionExclusion[];
  onClose: () => void;
}

/** Explains a workout that counts nowhere, for a moderator to decide. */
export default function ExplainDialog({ workout, exclusions, onClose }: ExplainDialogProps) {
  const { t } = useLingui();
  const reasonText = useExclusionReason();
  const { name } = workout;
  const explained = exclusions.filter((exclusion) => exclusion !== 'manual_entry');
  return (
    <Modal open onClose={onClose} title={<Trans>Explain {name}</Trans>}>
      <Stack gap={4}>
        <Text>{explained.map(reasonText).join(' ')}</Text>
        <Text muted>
          <Trans>
            If this workout is right, say how it came about. A moderator decides whether it counts for goals,
            points, records and challenges.
          </Trans>
        </Text>
        <ExplanationForm
          workoutId={workout.workout_id}
          exclusions={explained}
          onCancel={onClose}
          onSent={() => {
            notify({ kind: 'success', text: t`Thanks. A moderator will look at it.` });
            onClose();
          }}
        />
      </Stack>
    </Modal>
  );
}
