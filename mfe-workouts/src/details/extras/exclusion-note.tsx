import type { Workout, WorkoutExclusion } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText, useSend } from '@waymark/remote';
import { Banner, Button, Field, FormError, Stack, Textarea } from '@waymark/ui';
import { useState } from 'react';

const LENGTH_MAX = 1000;

function useReasonText(): (reason: WorkoutExclusion['reason']) => string {
  const { t } = useLingui();
  return (reason) =>
    ({
      manual_entry: () => t`It was entered by hand.`,
      too_fast: () => t`It is faster than anyone can go in this sport.`,
      too_steep: () => t`It climbs faster than anyone can.`,
      too_long: () => t`It is longer than 24 hours.`,
      too_powerful: () => t`It has more power than anyone can give.`,
      vehicle: () => t`Part of it is as fast as a vehicle.`,
      overlap: () => t`It overlaps another of your recordings, which counts already.`,
    })[reason]();
}

/** For the owner of a workout that counts nowhere: why, and how a moderator hears what happened. */
export function ExclusionNote({ workout, exclusion }: { workout: Workout; exclusion: WorkoutExclusion }) {
  const reasonText = useReasonText();
  const [isExplained, setIsExplained] = useState(exclusion.review?.state === 'open');
  const [isOpen, setIsOpen] = useState(false);
  const isRejected = exclusion.review?.state === 'rejected';
  return (
    <Banner
      kind="warning"
      title={<Trans>This workout doesn’t count for goals, points or challenges.</Trans>}
      action={
        !isExplained && !exclusion.review && !isOpen ? (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            <Trans>Explain</Trans>
          </Button>
        ) : undefined
      }
    >
      {reasonText(exclusion.reason)} {isRejected && <Trans>A moderator decided that it doesn’t count.</Trans>}
      {isRejected && exclusion.review?.note && <span data-untranslated=""> {exclusion.review.note}</span>}
      {isExplained && <Trans>You explained it; a moderator will look at it.</Trans>}
      {isOpen && !isExplained && (
        <ExplanationForm workoutId={workout.id} onSent={() => setIsExplained(true)} />
      )}
    </Banner>
  );
}

function ExplanationForm({ workoutId, onSent }: { workoutId: number; onSent: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const explain = useSend(challengeCalls.explain);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setHasTried(true);
        if (text.trim() === '') return;
        explain.mutate({ params: { id: workoutId }, body: { text: text.trim() } }, { onSuccess: onSent });
      }}
    >
      <Stack gap={3} mt={3}>
        <Field
          label={t`What happened`}
          error={text.trim() === '' ? t`Write something first.` : undefined}
          touched={hasTried}
        >
          <Textarea
            data-autofocus=""
            value={text}
            maxLength={LENGTH_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <FormError>{explain.error && failureText(explain.error)}</FormError>
        <div>
          <Button type="submit" size="sm" variant="primary" loading={explain.isPending}>
            <Trans>Send</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  );
}
