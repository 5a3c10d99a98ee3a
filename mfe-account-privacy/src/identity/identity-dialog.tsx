import type { IdentityProof } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { loginPath } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Box,
  Button,
  Field,
  FormError,
  Input,
  LoadFailed,
  Modal,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useState, type ReactNode } from 'react';
import { signWithPasskey } from './passkey.ts';

interface IdentityDialogProps {
  /** Sends the proof with what it is for. An error is said in the dialog, which stays open. */
  prove: (proof: IdentityProof) => Promise<unknown>;
  lead: ReactNode;
  onClose: () => void;
}

/** Who is there? By password, by the code of an app, or by a passkey: whatever the account has. */
export default function IdentityDialog({ prove: send, lead, onClose }: IdentityDialogProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data: ways, error, refetch, isFetching } = useCall(securityCalls.overview);
  const options = useSend(securityCalls.passkeyIdentityOptions);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const hasText = ways?.has_password || ways?.totp.is_enabled;

  const prove = async (proof: () => Promise<IdentityProof | null>) => {
    setProblem(undefined);
    setIsSending(true);
    try {
      const body = await proof();
      if (!body) return setProblem(t`Your device didn’t confirm it. Try again, or use another way.`);
      await send(body);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setIsSending(false);
    }
  };
  const byText = () => {
    if (!text.trim()) return setProblem(ways?.has_password ? t`Password is required.` : t`Code is required.`);
    return void prove(async () => (ways?.has_password ? { password: text } : { code: text }));
  };
  const byPasskey = () =>
    prove(async () => {
      const passkey = await signWithPasskey(await options.mutateAsync());
      return passkey && { passkey };
    });

  return (
    <Modal open onClose={onClose} title={<Trans>Confirm it’s you</Trans>}>
      <Stack gap={4}>
        <Text muted size="sm">
          {lead}
        </Text>
        {!ways && !error && <Skeleton height="96px" />}
        {!ways && error && (
          <LoadFailed
            title={<Trans>We couldn’t load this step.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        )}
        {hasText && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              byText();
            }}
          >
            <Stack gap={4}>
              {ways.has_password ? (
                <Field label={t`Password`}>
                  <PasswordInput
                    data-autofocus=""
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                </Field>
              ) : (
                <Field label={t`Code from your app`}>
                  <Input
                    data-autofocus=""
                    data-figure=""
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                </Field>
              )}
              <FormError>{problem}</FormError>
              <Button type="submit" variant="primary" loading={isSending}>
                <Trans>Confirm</Trans>
              </Button>
            </Stack>
          </form>
        )}
        {!hasText && <FormError>{problem}</FormError>}
        {ways && ways.passkeys.length > 0 && (
          <Button loading={options.isPending} onClick={() => void byPasskey()}>
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        {ways && !hasText && ways.passkeys.length === 0 && (
          <Box>
            <Text size="sm" marginBottom={3}>
              <Trans>Log in again to confirm it’s you, then come back here.</Trans>
            </Text>
            <Button href={loginPath()}>
              <Trans>Log in again</Trans>
            </Button>
          </Box>
        )}
      </Stack>
    </Modal>
  );
}
