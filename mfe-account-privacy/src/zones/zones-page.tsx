import { Trans, useLingui } from '@lingui/react/macro';
import { HealthConsentNote, useHealthConsent } from '@waymark/remote/health-consent';
import { Banner, Panel, Stack } from '@waymark/ui';
import { AccountFrame } from '../page/account-frame.tsx';
import { MemberGate } from '../page/member-gate.tsx';
import { HeartRateZonesForm } from './heart-rate-zones-form.tsx';
import { ThresholdPowerForm } from './threshold-power-form.tsx';

/** The member's heart-rate zones and threshold power, now and before. */
export default function ZonesPage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Training zones`}
      path="/account/zones"
      lead={<Trans>Each workout is counted by the zones you had on that day.</Trans>}
    >
      <MemberGate>{({ time_zone: timeZone }) => <Zones timeZone={timeZone} />}</MemberGate>
    </AccountFrame>
  );
}

function Zones({ timeZone }: { timeZone: string }) {
  const { hasConsent, areFieldsOffered } = useHealthConsent();
  return (
    <Stack gap={2}>
      {!hasConsent && (
        <Banner title={<Trans>Zones need your consent for health data</Trans>}>
          <HealthConsentNote>
            <Trans>You have not given it, so zones are neither taken nor shown.</Trans>
          </HealthConsentNote>
        </Banner>
      )}
      {areFieldsOffered && (
        <>
          <Panel title={<Trans>Heart rate</Trans>}>
            <HeartRateZonesForm timeZone={timeZone} hasConsent={hasConsent} />
          </Panel>
          <Panel title={<Trans>Power</Trans>}>
            <ThresholdPowerForm timeZone={timeZone} hasConsent={hasConsent} />
          </Panel>
        </>
      )}
    </Stack>
  );
}
