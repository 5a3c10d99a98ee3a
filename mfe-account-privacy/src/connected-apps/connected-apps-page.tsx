import { Trans, useLingui } from '@lingui/react/macro';
import { AccountFrame } from '../page/account-frame.tsx';
import { Connections } from './connections.tsx';
import type { AuthorizedApp } from '@waymark/api-contract';
import { oauthCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Box,
  Button,
  chakra,
  ConfirmDialog,
  Flex,
  Link,
  LoadFailed,
  Panel,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { useScopeNames } from '../developer/scope-names.ts';

/** What brings workouts in, and what may act for the member. */
export default function ConnectedAppsPage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Connected apps`}
      path="/account/connected_apps"
      lead={<Trans>Let your watch’s app or another service import your workouts automatically.</Trans>}
    >
      <Connections />
      <AuthorizedApps />
    </AccountFrame>
  );
}

/** Apps that the member allowed to act for them. */
function AuthorizedApps() {
  const { userId } = useSession();
  const { data, error, refetch, isFetching } = useCall(
    oauthCalls.authorizedApps,
    { params: { id: userId ?? 0 } },
    { enabled: userId !== null },
  );
  return (
    <Panel title={<Trans>Apps you allowed</Trans>}>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load these apps.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="64px" />}
      {data?.tokens.length === 0 && (
        <Text muted>
          <Trans>
            No app may act for you. To write one yourself, see{' '}
            <Link href="/account/developer">Developer</Link>.
          </Trans>
        </Text>
      )}
      {data && data.tokens.length > 0 && (
        <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
          {data.tokens.map((app) => (
            <AppRow key={app.token_id} app={app} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function AppRow({ app }: { app: AuthorizedApp }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const scopeName = useScopeNames();
  const revoke = useSend(oauthCalls.revokeApp);
  const [isAsking, setIsAsking] = useState(false);
  const since = formatDate(app.authorized_datetime, { locale, timeZone: user?.time_zone ?? 'UTC' });
  return (
    <chakra.li borderTop="hairline" paddingBlock={4}>
      <Flex justify="space-between" align="center" columnGap={4} rowGap={2} wrap="wrap">
        <Box flex="1 1 9rem" minWidth={0}>
          <Text fontWeight={600} data-untranslated="">
            {app.name}
          </Text>
          <Text muted size="sm">
            {app.scopes.map(scopeName).join(', ')} · <Trans>since {since}</Trans>
          </Text>
        </Box>
        <Button size="sm" flex="none" aria-label={t`Revoke ${app.name}`} onClick={() => setIsAsking(true)}>
          <Trans>Revoke</Trans>
        </Button>
      </Flex>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Revoke access for “{app.name}”?</Trans>}
          action={<Trans>Revoke</Trans>}
          isBusy={revoke.isPending}
          failure={revoke.error ? failureText(revoke.error) : undefined}
          onConfirm={() =>
            revoke.mutate(
              { query: { token_id: app.token_id, client_id: app.client_id } },
              { onSuccess: () => notify({ kind: 'success', text: t`“${app.name}” no longer has access.` }) },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <Trans>It can no longer read or change your data. Changes it made stay.</Trans>
        </ConfirmDialog>
      )}
    </chakra.li>
  );
}
