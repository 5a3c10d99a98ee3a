import type { Workout } from '@waymark/api-contract';
import { zoneCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useSend } from '@waymark/remote';
import { Field, Modal, NumberInput } from '@waymark/ui';
import { useState } from 'react';
import { SettingsForm } from './settings-form.tsx';

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

function ThresholdForm({ workout, twentyMinutes, onClose }: ThresholdDialogProps) {
  const { t } = useLingui();
  const { data } = useCall(zoneCalls.powerList);
  const save = useSend(zoneCalls.powerCreate, { keepKey: true });
  const remove = useSend(zoneCalls.powerRemove);
  const [watts, setWatts] = useState(workout.threshold_power === null ? '' : String(workout.threshold_power));
  const [tried, setTried] = useState(false);
  const right = /^\d+$/.test(watts) && Number(watts) >= LOWEST && Number(watts) <= HIGHEST;
  const estimate = twentyMinutes === null ? null : Math.round(twentyMinutes * OF_TWENTY_MINUTES);
  return (
    <SettingsForm
      save={save}
      remove={remove}
      start={workout.start_datetime}
      from={workout.threshold_power === null ? 'always' : 'now'}
      bodyOf={(since) => {
        setTried(true);
        return right ? { watts: Number(watts), ...since } : null;
      }}
      earlier={(data?._embedded.threshold_powers ?? []).map(
        ({ id, watts: set, created_datetime: since }) => ({ id, since, text: `${set} W` }),
      )}
      action={<Trans>Save threshold</Trans>}
      done={t`Your threshold power is saved.`}
      onClose={onClose}
    >
      <Field
        label={<Trans>Threshold power</Trans>}
        hint={
          estimate === null ? (
            <Trans>What you can hold for about an hour.</Trans>
          ) : (
            <Trans>
              What you can hold for about an hour. Your best 20 minutes in this workout point to {estimate} W.
            </Trans>
          )
        }
        error={right ? undefined : t`Threshold power is between 30 and 700 watts.`}
        touched={tried}
      >
        <NumberInput whole unit="W" value={watts} onChange={setWatts} data-autofocus="" />
      </Field>
    </SettingsForm>
  );
}
