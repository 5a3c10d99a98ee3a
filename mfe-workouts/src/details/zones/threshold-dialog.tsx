import type { ThresholdPower, Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { apiErrorText, useApiQuery } from '@waymark/remote';
import { Banner, Button, Field, Flex, Modal, NumberInput, Stack } from '@waymark/ui';
import { useState } from 'react';
import { ApplyFrom, validFrom, type From } from './apply-from.tsx';
import { Earlier } from './earlier.tsx';
import { useZoneCalls } from './use-zone-calls.ts';

interface ThresholdDialogProps {
  open: boolean;
  workout: Workout;
  /** Best mean power over 20 minutes of this workout, in W. */
  twentyMinutes: number | null;
  onClose: () => void;
}

const LOWEST = 30;
const HIGHEST = 700;
/** A usual estimate: the hour's power is 95 % of the best 20 minutes. */
const OF_TWENTY_MINUTES = 0.95;

/** The power a member can hold for about an hour, from which the zones follow. */
export function ThresholdDialog(props: ThresholdDialogProps) {
  return (
    <Modal open={props.open} onClose={props.onClose} size="wide" title={<Trans>Your threshold power</Trans>}>
      <ThresholdForm {...props} />
    </Modal>
  );
}

interface Thresholds {
  _embedded: { threshold_powers: ThresholdPower[] };
}

function ThresholdForm({ workout, twentyMinutes, onClose }: ThresholdDialogProps) {
  const { t } = useLingui();
  const { save, remove } = useZoneCalls('/threshold_power/');
  const { data } = useApiQuery<Thresholds>('main', '/threshold_power/');
  const [watts, setWatts] = useState(workout.threshold_power === null ? '' : String(workout.threshold_power));
  const [from, setFrom] = useState<From>(workout.threshold_power === null ? 'always' : 'now');
  const [tried, setTried] = useState(false);
  const right = /^\d+$/.test(watts) && Number(watts) >= LOWEST && Number(watts) <= HIGHEST;
  const estimate = twentyMinutes === null ? null : Math.round(twentyMinutes * OF_TWENTY_MINUTES);
  const submit = () => {
    setTried(true);
    if (!right) return;
    save.mutate(
      { watts: Number(watts), ...validFrom(from, workout.start_datetime) },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`Your threshold power is saved.` });
          onClose();
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={4}>
        <Field
          label={<Trans>Threshold power</Trans>}
          hint={
            estimate === null ? (
              <Trans>What you can hold for about an hour.</Trans>
            ) : (
              <Trans>
                What you can hold for about an hour. Your best 20 minutes in this workout point to {estimate}{' '}
                W.
              </Trans>
            )
          }
          error={right ? undefined : t`Threshold power is between 30 and 700 watts.`}
          touched={tried}
        >
          <NumberInput whole unit="W" value={watts} onChange={setWatts} data-autofocus="" />
        </Field>
        <ApplyFrom value={from} onChange={setFrom} />
        {(save.error ?? remove.error) && (
          <Banner kind="error">
            {apiErrorText(
              save.error ?? remove.error,
              t`This could not be saved. Nothing was lost; try again.`,
            )}
          </Banner>
        )}
        <Earlier
          sets={(data?._embedded.threshold_powers ?? []).map(
            ({ id, watts: set, created_datetime: since }) => ({
              id,
              since,
              text: `${set} W`,
            }),
          )}
          busy={remove.isPending}
          onRemove={(id) => remove.mutate(id)}
        />
        <Flex gap={2} justify="flex-end" wrap="wrap">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            <Trans>Save threshold</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
