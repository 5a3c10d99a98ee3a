import { connectionCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useSend } from '@waymark/remote';
import { Banner, Box, Button, Skeleton, Stack } from '@waymark/ui';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFailureText } from '../page/failure-text.ts';
import { PlainFrame } from '../page/plain-frame.tsx';

/** Where a service sends the browser back to: the connection is finished with what it brought. */
export default function FinishConnectionPage() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [query] = useSearchParams();
  const { mutate, error } = useSend(connectionCalls.finish);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const [state = '', code, refused] = ['state', 'code', 'error'].map(
      (name) => query.get(name) ?? undefined,
    );
    mutate(
      {
        body: {
          state,
          ...(code !== undefined && { code }),
          ...(refused !== undefined && { error: refused }),
        },
      },
      {
        onSuccess: ({ name }) => {
          notify({ kind: 'success', text: t`“${name}” is connected.` });
          navigate('/account/connected_apps', { replace: true });
        },
      },
    );
  }, [query, mutate, t]);
  return (
    <PlainFrame title={t`Connecting`}>
      {error ? (
        <Stack gap={5}>
          <Banner kind="error">{failureText(error)}</Banner>
          <Box>
            <Button variant="primary" href="/account/connected_apps">
              <Trans>Back to connected apps</Trans>
            </Button>
          </Box>
        </Stack>
      ) : (
        <Skeleton height="64px" />
      )}
    </PlainFrame>
  );
}
