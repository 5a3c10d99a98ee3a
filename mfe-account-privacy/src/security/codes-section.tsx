import type { SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Plural, Trans } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import { Badge, Button, ConfirmDialog, Flex, FormError, Panel, Stack, Text } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const AuthenticatorDialog = lazy(
  () => import(/* webpackChunkName: "authenticator" */ './authenticator-dialog.tsx'),
);

/** The second step of logging in: a code from an app, with recovery codes for the day the phone is gone. */
export function CodesSection({ overview: { totp } }: { overview: SecurityOverview }) {
  const failureText = useFailureText();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const begin = useSensitiveCall(securityCalls.beginTotp);
  const disable = useSensitiveCall(securityCalls.disableTotp);
  const renew = useSensitiveCall(securityCalls.renewRecoveryCodes);
  const failure = begin.error ?? renew.error;
  return (
    <Panel
      title={<Trans>Two-step log-in</Trans>}
      action={
        !totp.is_enabled && (
          <Button
            loading={begin.isPending}
            onClick={() => void begin.send().then((done) => done && setSetup(done.answer))}
          >
            <Trans>Set up</Trans>
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {totp.is_enabled ? (
          <>
            <Text>
              <Badge hue="moss">
                <Trans>On</Trans>
              </Badge>{' '}
              <Plural
                value={totp.recovery_codes_left}
                one="# recovery code left"
                other="# recovery codes left"
              />
            </Text>
            <Flex gap={3} wrap="wrap">
              <Button
                loading={renew.isPending}
                onClick={() => void renew.send().then((done) => done && setCodes(done.answer.recovery_codes))}
              >
                <Trans>New recovery codes</Trans>
              </Button>
              <Button variant="danger" onClick={() => setIsAsking(true)}>
                <Trans>Turn off</Trans>
              </Button>
            </Flex>
          </>
        ) : (
          <Text muted>
            <Trans>After your password you type a code from an app on your phone.</Trans>
          </Text>
        )}
        <FormError>{failure !== null && failureText(failure)}</FormError>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Stack>
      {setup && (
        <Suspense>
          <AuthenticatorDialog
            setup={setup}
            onEnabled={(made) => {
              setSetup(null);
              setCodes(made);
            }}
            onClose={() => setSetup(null)}
          />
        </Suspense>
      )}
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Turn off two-step log-in?</Trans>}
          action={<Trans>Turn off</Trans>}
          isBusy={disable.isPending}
          failure={disable.error === null ? undefined : failureText(disable.error)}
          onConfirm={() => void disable.send().then((done) => done && setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        >
          <Trans>Your password alone will be enough to log in. Your recovery codes stop working.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
