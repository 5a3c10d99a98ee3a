import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Panel, Stack, Text } from '@waymark/ui';
import { IdentityProvider } from '../identity/identity.tsx';
import { AccountFrame } from '../page/account-frame.tsx';
import { ExportSection } from './export-section.tsx';
import { RestoreSection } from './restore-section.tsx';

/** Everything of the member in one archive, out and back in. */
export default function DataPage() {
  const { t } = useLingui();
  return (
    <IdentityProvider>
      <AccountFrame
        title={t`Your data`}
        path="/account/data"
        lead={<Trans>It’s your training. Take it along whenever you like.</Trans>}
      >
        <Stack gap={2}>
          <ExportSection />
          <RestoreSection />
          <Panel title={<Trans>Leave for good</Trans>}>
            <Text>
              <Link href="/account/delete">
                <Trans>Delete your account</Trans>
              </Link>
            </Text>
          </Panel>
        </Stack>
      </AccountFrame>
    </IdentityProvider>
  );
}
