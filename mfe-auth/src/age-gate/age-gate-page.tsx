import { Trans, useLingui } from '@lingui/react/macro';
import { MINIMUM_AGE } from '@waymark/units';
import { Box, Button } from '@waymark/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AuthPage } from '../page/auth-page.tsx';
import { forgetHandover } from '../page/handover.ts';

/** The age that the country of the form asks for; without it the page names the lowest one. */
function useAge(): number | null {
  const age = Number(useSearchParams()[0].get('age'));
  return Number.isInteger(age) && age > MINIMUM_AGE && age < 100 ? age : null;
}

export default function AgeGatePage() {
  const { t } = useLingui();
  const age = useAge();
  useEffect(forgetHandover, []);
  return (
    <AuthPage
      title={t`You need to be at least ${age ?? MINIMUM_AGE}`}
      lead={
        <>
          {age === null ? (
            <Trans>
              Waymark accounts are for people of {MINIMUM_AGE} years and older, in many countries of 13 to 16
              and older.
            </Trans>
          ) : (
            <Trans>Where you live, Waymark accounts are for people of {age} years and older.</Trans>
          )}{' '}
          <Trans>We have kept nothing of what you typed. See you on the trail a little later.</Trans>
        </>
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
