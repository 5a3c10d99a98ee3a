import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Link, Panel, Stack } from '@waymark/ui';
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
      <MemberGate>
        {({ consents, time_zone: timeZone }) =>
          consents['health'] === false ? (
            <Banner title={<Trans>Zones need your consent for health data</Trans>}>
              <Trans>
                Waymark reads and shows heart rate only with it.{' '}
                <Link href="/privacy_center/consents/edit">Change your consents</Link>
              </Trans>
            </Banner>
          ) : (
            <Stack gap={2}>
              <Panel title={<Trans>Heart rate</Trans>}>
                <HeartRateZonesForm timeZone={timeZone} />
              </Panel>
              <Panel title={<Trans>Power</Trans>}>
                <ThresholdPowerForm timeZone={timeZone} />
              </Panel>
            </Stack>
          )
        }
      </MemberGate>
    </AccountFrame>
  );
}
