import { signInCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { call, track } from '@waymark/contract';
import { Button, FormError, Stack } from '@waymark/ui';
import { useState, useSyncExternalStore } from 'react';
import { useFailure } from '../form/failure.ts';
import type { useEntrance } from '../page/next.ts';

const subscribe = () => () => {};
const canUsePasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Has the device sign with a passkey; null when the person or the device did not. */
async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await import(/* webpackChunkName: "webauthn" */ '@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as never }).catch(() => null);
}

/** Logging in without a password, where the browser can; a passkey counts as both steps. */
export function PasskeyButton({ enter }: { enter: ReturnType<typeof useEntrance>['enter'] }) {
  const { t } = useLingui();
  const explain = useFailure();
  const isPossible = useSyncExternalStore(subscribe, canUsePasskeys, () => false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!isPossible) return null;
  const logIn = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const credential = await signWithPasskey(await call(signInCalls.passkeyOptions, { noRefresh: true }));
      if (!credential) {
        setProblem(t`Your device didn’t log you in. Try again, or use your password.`);
        return;
      }
      const body = { credential: credential as unknown as Record<string, unknown> };
      const {
        authToken = '',
        expires_in = 0,
        uacfId,
      } = await call(signInCalls.passkey, { body, noRefresh: true });
      track('login_attempt', { result: 'success' });
      await enter({ authToken, expires_in, user_id: Number(uacfId) });
    } catch (error) {
      const { code, text } = explain(error);
      track('login_attempt', { result: 'failure', error: code });
      setProblem(text);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap={3}>
      <Button size="lg" loading={isBusy} onClick={() => void logIn()}>
        <Trans>Log in with a passkey</Trans>
      </Button>
      <FormError>{problem}</FormError>
    </Stack>
  );
}
