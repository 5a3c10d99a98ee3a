import { accountDeletionCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Banner, Box, Button, FormError, Stack, Text } from '@waymark/ui';
import { useParams } from 'react-router-dom';
import { PlainFrame } from '../page/plain-frame.tsx';

/** The link of the mail about a deletion: keeps the account without logging in. */
export default function CancelDeletionPage() {
  const { t } = useLingui();
  const token = useParams()['token'] ?? '';
  const failureText = useFailureText();
  // On a press, so that programs that open the links of mails change nothing.
  const cancel = useSend(accountDeletionCalls.cancelByMail);
  const isDead = cancel.error instanceof ApiError && cancel.error.code.startsWith('token_');
  const isTooLate = cancel.error instanceof ApiError && cancel.error.code === 'deletion_running';
  return (
    <PlainFrame title={t`Keep your account`}>
      <Stack gap={5}>
        {cancel.isSuccess ? (
          <>
            <Banner kind="success">
              {cancel.data.premium ? (
                <Trans>Your account stays, and your premium is open again. It doesn’t renew by itself.</Trans>
              ) : (
                <Trans>Your account stays as it was.</Trans>
              )}
            </Banner>
            <Box>
              <Button variant="primary" size="lg" href="/auth/login">
                <Trans>Log in</Trans>
              </Button>
            </Box>
          </>
        ) : isTooLate ? (
          <Banner kind="warning" title={<Trans>It’s too late to keep it</Trans>}>
            <Trans>Your account is being erased.</Trans>
          </Banner>
        ) : isDead ? (
          <>
            <Banner kind="warning" title={<Trans>This link no longer works</Trans>}>
              <Trans>
                It was used before, has expired or isn’t complete. If your account is still there, log in to
                keep it.
              </Trans>
            </Banner>
            <Box>
              <Button variant="primary" size="lg" href="/auth/login">
                <Trans>Log in</Trans>
              </Button>
            </Box>
          </>
        ) : (
          <>
            <Text>
              <Trans>Your account is scheduled for deletion. One click, and it stays.</Trans>
            </Text>
            <FormError>{cancel.error && failureText(cancel.error)}</FormError>
            <Box>
              <Button
                variant="primary"
                size="lg"
                loading={cancel.isPending}
                onClick={() => cancel.mutate({ params: { token } })}
              >
                <Trans>Keep my account</Trans>
              </Button>
            </Box>
          </>
        )}
      </Stack>
    </PlainFrame>
  );
}
