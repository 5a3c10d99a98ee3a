import type { Workout, WorkoutExclusion } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { ExplanationForm, useExclusionReason } from '@waymark/remote/exclusions';
import { Banner, Box, Button } from '@waymark/ui';
import { useState } from 'react';

/** For the owner of a workout that counts nowhere: why, and how a moderator hears what happened. */
export function ExclusionNote({ workout, exclusion }: { workout: Workout; exclusion: WorkoutExclusion }) {
  const reasonText = useExclusionReason();
  const { reason, further_reasons: furtherReasons, review } = exclusion;
  const reasons = [reason, ...furtherReasons];
  const [explained, setExplained] = useState<WorkoutExclusion['reason'] | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isRejected = review?.state === 'rejected';
  const isExplained = review?.state === 'open' || explained === reason;
  const isExplainable = !review && !isExplained;
  return (
    <Banner
      kind="warning"
      title={<Trans>This workout doesn’t count for goals, points, records or challenges.</Trans>}
      action={
        isExplainable && !isOpen ? (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            <Trans>Explain</Trans>
          </Button>
        ) : undefined
      }
    >
      {reasons.map(reasonText).join(' ')}{' '}
      {isRejected && <Trans>A moderator decided that it doesn’t count.</Trans>}
      {isRejected && review.note && <span data-untranslated=""> {review.note}</span>}
      {isExplained && <Trans>You explained it; a moderator will look at it.</Trans>}
      {isOpen && isExplainable && (
        <Box mt={3}>
          <ExplanationForm
            workoutId={workout.id}
            exclusions={reasons}
            onCancel={() => setIsOpen(false)}
            onSent={() => {
              setExplained(reason);
              setIsOpen(false);
            }}
          />
        </Box>
      )}
    </Banner>
  );
}
