import { zoneCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useSend } from '@waymark/remote';
import { useHealthConsent } from '@waymark/remote/health-consent';
import { Box, Field, LoadFailed, NumberInput, Skeleton } from '@waymark/ui';
import { useState } from 'react';
import { ZonesForm } from './zones-form.tsx';

const MIN_WATTS = 30;
const MAX_WATTS = 700;

/**
 * The power held for about an hour, from which the seven power zones follow.
 * @param props.hasConsent while it is taken back the form stays as it is typed: what is stored is hidden
 */
export function ThresholdPowerForm({ timeZone, hasConsent }: { timeZone: string; hasConsent: boolean }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(zoneCalls.powerList, undefined, {
    enabled: hasConsent,
  });
  const save = useSend(zoneCalls.powerCreate, { keepKey: true });
  useHealthConsent(save.error);
  const remove = useSend(zoneCalls.powerRemove);
  const [typed, setTyped] = useState<string>();
  const [hasTried, setHasTried] = useState(false);
  const powers = data?._embedded.threshold_powers;
  if (error && !powers)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your threshold power.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!powers) return <Skeleton height="120px" />;
  const watts = typed ?? String(powers[0]?.watts ?? '');
  const isRight = /^\d+$/.test(watts) && Number(watts) >= MIN_WATTS && Number(watts) <= MAX_WATTS;
  return (
    <ZonesForm
      save={save}
      remove={remove}
      timeZone={timeZone}
      bodyOf={(since) => {
        setHasTried(true);
        return isRight ? { watts: Number(watts), ...since } : null;
      }}
      earlier={powers.map(({ id, watts: set, created_datetime: since }) => ({ id, since, text: `${set} W` }))}
      action={<Trans>Save threshold</Trans>}
      saved={t`Your threshold power is saved.`}
    >
      <Box maxWidth="220px">
        <Field
          label={t`Threshold power`}
          hint={t`What you can hold for about an hour.`}
          error={isRight ? undefined : t`Threshold power is between 30 and 700 watts.`}
          touched={hasTried}
        >
          <NumberInput whole unit="W" value={watts} onChange={setTyped} />
        </Field>
      </Box>
    </ZonesForm>
  );
}
