import type { ContributionExclusion } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureText, useSend } from '@waymark/remote';
import { Button, Field, FormError, Stack, Textarea } from '@waymark/ui';
import { useState } from 'react';

const LENGTH_MAX = 1000;

/** Why a workout counts nowhere, as a sentence for its owner. */
export function useExclusionReason(): (exclusion: ContributionExclusion) => string {
  const { t } = useLingui();
  return (exclusion) =>
    ({
      manual_entry: () => t`It was entered by hand.`,
      too_fast: () => t`It is faster than anyone can go in this sport.`,
      too_steep: () => t`It climbs faster than anyone can.`,
      too_long: () => t`It is longer than 24 hours.`,
      too_powerful: () => t`It has more power than anyone can give.`,
      vehicle: () => t`Part of it is as fast as a vehicle.`,
      overlap: () => t`It overlaps another of your recordings, which counts already.`,
    })[exclusion]();
}

interface ExplanationFormProps {
  workoutId: number;
  /** The reasons that the text is for: a moderator decides each by itself. */
  exclusions: readonly ContributionExclusion[];
  onSent: () => void;
  onCancel?: () => void;
}

/** Says how a workout came about that counts nowhere, for a moderator to decide. */
export function ExplanationForm({ workoutId, exclusions, onSent, onCancel }: ExplanationFormProps) {
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
        const body = {
          text: text.trim(),
          // Without one the text is for all of them.
          ...(exclusions.length === 1 && { exclusion: exclusions[0] }),
        };
        explain.mutate({ params: { id: workoutId }, body }, { onSuccess: onSent });
      }}
    >
      <Stack gap={3}>
        <Field
          label={t`What happened`}
          hint={t`A moderator reads this with the activity, distance, time and ascent of the whole workout, even if it’s private.`}
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
        <Stack direction="row" gap={3} justify="flex-end">
          {onCancel && (
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button type="submit" variant="primary" loading={explain.isPending}>
            <Trans>Send</Trans>
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
