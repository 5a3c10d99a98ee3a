import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button } from '@waymark/ui';
import { useEffect } from 'react';
import { AuthPage } from '../page/auth-page.tsx';
import { forgetHandover } from '../page/handover.ts';

/** Does not name the age that is asked for: whoever is told it writes another birthdate. */
export default function AgeGatePage() {
  const { t } = useLingui();
  useEffect(forgetHandover, []);
  return (
    <AuthPage
      title={t`You can’t join Waymark right now`}
      lead={
        <Trans>
          The birthdate that was entered here is below the age at which people can join where you live. We
          have kept nothing of what you typed; for a day we only remember, in a form that nobody can read,
          that the answer was no. See you on the trail a little later.
        </Trans>
      }
    >
      <Box>
        <Button variant="primary" size="lg" href="/">
          <Trans>Go to the home page</Trans>
        </Button>
      </Box>
    </AuthPage>
  );
}
