import { chatAppCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { call, navigate, track } from '@waymark/contract';
import { useSettings } from '@waymark/remote';
import { Button, FormError, Stack } from '@waymark/ui';
import { useState } from 'react';
import { useFailure } from '../form/failure.ts';
import { rememberNext } from './handover.ts';
import type { Next } from './next.ts';

/** Logging in or signing up with a chat app, where the site has any. */
export function ChatAppButtons({ next }: { next: Next }) {
  const { chatApps = [] } = useSettings().appConfig;
  const explain = useFailure();
  const [busyChannel, setBusyChannel] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  if (chatApps.length === 0) return null;
  const begin = async (channel: string) => {
    setBusyChannel(channel);
    setProblem(undefined);
    try {
      const { authorization_url: away } = await call(chatAppCalls.start, {
        params: { chat_app: channel },
        body: { purpose: 'login' },
        noRefresh: true,
      });
      rememberNext(next.path);
      navigate(away);
    } catch (error) {
      const { code, text } = explain(error);
      track('login_attempt', { result: 'failure', error: code });
      setProblem(text);
      setBusyChannel(null);
    }
  };
  return (
    <Stack gap={3}>
      {chatApps.map(({ channel, name }) => (
        <Button key={channel} size="lg" loading={busyChannel === channel} onClick={() => void begin(channel)}>
          <Trans>Continue with {name}</Trans>
        </Button>
      ))}
      <FormError>{problem}</FormError>
    </Stack>
  );
}
