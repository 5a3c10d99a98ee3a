import { Trans, useLingui } from '@lingui/react/macro';
import { MINIMUM_AGE } from '@waymark/units';
import { Box, Button } from '@waymark/ui';
import { useEffect } from 'react';
import { AuthPage } from '../page/auth-page.tsx';
import { forgetHandover } from '../page/handover.ts';

export default function AgeGatePage() {
  const { t } = useLingui();
  useEffect(forgetHandover, []);
  return (
    <AuthPage
      title={t`You need to be at least ${MINIMUM_AGE}`}
      lead={
        <Trans>
          Waymark accounts are for people of {MINIMUM_AGE} years and older. We have kept nothing of what you
          typed. See you on the trail a little later.
        </Trans>
      }
    >
      <Box>
        <Button variant="primary" size="lg" href="/">
          <Trans>Go to the start page</Trans>
        </Button>
      </Box>
    </AuthPage>
  );
}
