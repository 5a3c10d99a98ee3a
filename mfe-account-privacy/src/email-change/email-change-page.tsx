import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, isSignedIn } from '@waymark/contract';
import { useFailureText, usePageTitle, useSend, useSession } from '@waymark/remote';
import { Banner, Box, Button, FormError, Heading, Stack, Text } from '@waymark/ui';
import { useParams } from 'react-router-dom';

const DEAD = new Set(['token_expired', 'token_used', 'token_unknown']);

/** The links of the two mails about another address: the new one takes it, the old one goes back. */
export default function EmailChangePage({ kind }: { kind: 'confirm' | 'undo' }) {
  const { t } = useLingui();
  const isConfirm = kind === 'confirm';
  const title = isConfirm ? t`Use this address` : t`Keep your old address`;
  usePageTitle(title);
  const token = useParams()['token'] ?? '';
  const failureText = useFailureText();
  const isMember = isSignedIn(useSession());
  // On a press, so that programs that open the links of mails change nothing.
  const send = useSend(isConfirm ? securityCalls.confirmEmailChange : securityCalls.undoEmailChange);
  const isDead = send.error instanceof ApiError && (DEAD.has(send.error.code) || send.error.status === 404);
  return (
    <Box width="100%" maxWidth="480px" marginInline="auto" paddingBlock={{ base: 4, md: 12 }}>
      <Stack gap={5}>
        <Heading level={1} size="4xl">
          {title}
        </Heading>
        {send.data ? (
          <>
            <Banner kind="success">
              {isConfirm ? (
                <Trans>From now on you log in with {send.data.email}.</Trans>
              ) : (
                <Trans>
                  Your address is {send.data.email} again, every device is logged out and the old password no
                  longer works. Set a new one: the link is in your mailbox.
                </Trans>
              )}
            </Banner>
            <Box>
              {isConfirm && isMember ? (
                <Button variant="primary" size="lg" href="/account/security">
                  <Trans>Go to Security</Trans>
                </Button>
              ) : (
                <Button
                  variant="primary"
                  size="lg"
                  href={isConfirm ? '/auth/login' : '/auth/forgot_password'}
                >
                  {isConfirm ? <Trans>Log in</Trans> : <Trans>Set a new password</Trans>}
                </Button>
              )}
            </Box>
          </>
        ) : isDead ? (
          <Banner kind="warning" title={<Trans>This link no longer works</Trans>}>
            <Trans>It may have been used already, be incomplete or have expired. Nothing has changed.</Trans>
          </Banner>
        ) : (
          <>
            <Text>
              {isConfirm ? (
                <Trans>One click, and this is your account’s address.</Trans>
              ) : (
                <Trans>One click undoes the change and logs out every device.</Trans>
              )}
            </Text>
            <FormError>{send.error && failureText(send.error)}</FormError>
            <Box>
              <Button
                variant="primary"
                size="lg"
                loading={send.isPending}
                onClick={() => send.mutate({ params: { token } })}
              >
                {isConfirm ? <Trans>Use this address</Trans> : <Trans>Keep my old address</Trans>}
              </Button>
            </Box>
          </>
        )}
      </Stack>
    </Box>
  );
}
