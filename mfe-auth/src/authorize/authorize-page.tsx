import type { OAuthInteraction, OAuthScope } from '@waymark/api-contract';
import { oauthCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, loginPath, navigate } from '@waymark/contract';
import { useCall, useSend, useSession } from '@waymark/remote';
import { Box, Button, chakra, Flex, FormError, Link, Stack, Text } from '@waymark/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFailure } from '../form/failure.ts';
import { AuthPage } from '../page/auth-page.tsx';
import { CallFailed, CallWaiting } from '../page/call-state.tsx';

/** The provider's own address; this page is where it sends the browser to ask. */
const PROVIDER_PATH = '/oauth2/auth';

/** `/oauth2/authorize`: an app asks for permission, and the member allows or denies it. */
export default function AuthorizePage() {
  const [query] = useSearchParams();
  const id = query.get('interaction');
  const error = query.get('error');
  const isRequest = !id && !error && query.has('client_id');
  useEffect(() => {
    // A request that was sent here instead of to the provider.
    if (isRequest) navigate(`${PROVIDER_PATH}?${query.toString()}`, { replace: true });
  }, [isRequest, query]);
  if (id) return <Request id={id} />;
  return isRequest ? <Waiting /> : <Refused code={error ?? 'invalid_request'} />;
}

function Waiting() {
  const { t } = useLingui();
  return (
    <AuthPage title={t`Connect an app`}>
      <CallWaiting />
    </AuthPage>
  );
}

/** The request cannot be sent back to the app: nobody knows whether the address is the app's. */
function Refused({ code }: { code: string }) {
  const { t } = useLingui();
  const reasons = new Map([
    ['invalid_client', t`We don’t know the app that sent you here. It may have been deleted.`],
    ['invalid_redirect_uri', t`The address that the app wants to send you back to is not one it registered.`],
  ]);
  return (
    <AuthPage
      title={t`This app can’t be connected`}
      lead={
        reasons.get(code) ?? t`The request has expired or is incomplete. Go back to the app and start again.`
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

function Request({ id }: { id: string }) {
  const { userId } = useSession();
  const { data, error, refetch } = useCall(oauthCalls.interaction, { params: { id } });
  const needsLogin = data?.prompt === 'login';
  useEffect(() => {
    if (needsLogin) navigate(loginPath(), { replace: true });
  }, [needsLogin]);
  const isOver = error instanceof ApiError && error.status === 404;
  if (isOver) return <Refused code="invalid_request" />;
  if (error) return <RequestFailed error={error} onRetry={() => void refetch()} />;
  if (!data || needsLogin) return <Waiting />;
  return <Decision key={userId} request={data} />;
}

function RequestFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <AuthPage title={t`Connect an app`}>
      <CallFailed error={error} onRetry={onRetry} />
    </AuthPage>
  );
}

function Decision({ request: { id, client, scopes, redirect_host: host } }: { request: OAuthInteraction }) {
  const { t } = useLingui();
  const explain = useFailure();
  const { user } = useSession();
  const scopeName = useScopeNames();
  const decide = useSend(oauthCalls.decide);
  const chosen = decide.isPending || decide.isSuccess ? decide.variables?.query.decision : undefined;
  const send = (decision: 'allow' | 'deny') =>
    decide.mutate(
      { params: { id }, query: { decision } },
      { onSuccess: ({ redirect_to: to }) => navigate(to, { replace: true }) },
    );
  return (
    <AuthPage
      title={t`Allow ${client.name}?`}
      lead={
        <Trans>
          It wants to use your account, {user?.display_name}. You can take this back at any time under
          Connected apps.
        </Trans>
      }
    >
      <Stack gap={2}>
        <Text fontWeight={600} id="scopes">
          <Trans>It could then:</Trans>
        </Text>
        <chakra.ul aria-labelledby="scopes" paddingInlineStart={5}>
          {scopes.map((scope) => (
            <li key={scope}>{scopeName(scope)}</li>
          ))}
        </chakra.ul>
      </Stack>
      <FormError>{decide.error && explain(decide.error).text}</FormError>
      <Flex gap={3} wrap="wrap">
        <Button
          variant="primary"
          size="lg"
          loading={chosen === 'allow'}
          disabled={chosen === 'deny'}
          onClick={() => send('allow')}
        >
          <Trans>Allow</Trans>
        </Button>
        <Button
          size="lg"
          loading={chosen === 'deny'}
          disabled={chosen === 'allow'}
          onClick={() => send('deny')}
        >
          <Trans>Deny</Trans>
        </Button>
      </Flex>
      <Text muted size="sm" overflowWrap="anywhere">
        <Trans>Either way you go on to {host}.</Trans>{' '}
        {client.homepage && (
          <Link href={client.homepage}>
            <Trans>About this app</Trans>
          </Link>
        )}
      </Text>
    </AuthPage>
  );
}

/** What a scope lets an app do, in the words of a member. */
function useScopeNames(): (scope: OAuthScope) => string {
  const { t } = useLingui();
  const names: Record<OAuthScope, string> = {
    'profile:read': t`See your profile`,
    'profile:write': t`Change your profile`,
    'workout:read': t`See your workouts`,
    'workout:write': t`Add and change workouts`,
    'route:read': t`See your routes`,
    'route:write': t`Add and change routes`,
  };
  return (scope) => names[scope];
}
