import { Trans } from '@lingui/react/macro';
import { Banner, Box, HStack, Link } from '@waymark/ui';
import { rememberEmail } from '../page/handover.ts';
import type { Next } from '../page/next.ts';
import type { AccountPrompt } from './use-existing-account.ts';

/** The ways on for somebody who has an account. The region is there before its text, so that it is read out. */
export function ExistingAccount({ prompt, next }: { prompt: AccountPrompt | null; next: Next }) {
  return (
    <div aria-live="polite">
      {prompt && (
        <Box marginTop={3}>
          <Ways {...prompt} next={next} />
        </Box>
      )}
    </div>
  );
}

function Ways({ kind, email, next }: AccountPrompt & { next: Next }) {
  const keep = () => rememberEmail(email);
  if (kind === 'onboarding')
    return (
      <Banner title={<Trans>Your account with {email} is nearly ready.</Trans>}>
        <Trans>
          We moved it over from before, and it needs a new password.{' '}
          <Link href={next.link('/auth/forgot_password')} onClick={keep}>
            Set a password
          </Link>
        </Trans>
      </Banner>
    );
  return (
    <Banner title={<Trans>You already have an account with {email}.</Trans>}>
      <HStack gap={5} marginTop={1}>
        <Link href={next.link('/auth/login')} onClick={keep}>
          <Trans>Log in</Trans>
        </Link>
        <Link href={next.link('/auth/forgot_password')} onClick={keep}>
          <Trans>Reset your password</Trans>
        </Link>
      </HStack>
    </Banner>
  );
}
