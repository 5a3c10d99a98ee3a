import type { SignedInSession } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, useSend } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  chakra,
  Flex,
  FormError,
  LoadFailed,
  Panel,
  RelativeTime,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';

/** Where the member is signed in; each can be ended, and all others at once. */
export function DevicesSection() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data, error, refetch, isFetching } = useCall(securityCalls.sessions);
  const endOthers = useSend(securityCalls.endOtherSessions);
  const sessions = data?.sessions;
  return (
    <Panel
      title={<Trans>Your devices</Trans>}
      action={
        sessions &&
        sessions.length > 1 && (
          <Button
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => notify({ kind: 'success', text: t`You are logged out everywhere else.` }),
              })
            }
          >
            <Trans>Log out everywhere else</Trans>
          </Button>
        )
      }
    >
      <FormError>{endOthers.error && failureText(endOthers.error)}</FormError>
      {error && !sessions && (
        <LoadFailed
          title={<Trans>We couldn’t load your devices.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!sessions && !error && <Skeleton height="88px" />}
      {sessions && (
        <Stack as="ul" aria-label={t`Your devices`} gap={0} listStyleType="none" padding={0} margin={0}>
          {sessions.map((session) => (
            <DeviceRow key={session.id} session={session} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function DeviceRow({ session }: { session: SignedInSession }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const end = useSend(securityCalls.endSession);
  const device = session.device || t`Unknown device`;
  const country = session.country && new Intl.DisplayNames([locale], { type: 'region' }).of(session.country);
  const methods = {
    password: t`with your password`,
    passkey: t`with a passkey`,
    chat_app: t`with a chat app`,
    signup: t`as you signed up`,
    unknown: '',
  };
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3}>
        <Box minWidth={0}>
          <Text fontWeight={600}>
            <span data-untranslated="">{device}</span>{' '}
            {session.is_current && (
              <Badge hue="moss">
                <Trans>This device</Trans>
              </Badge>
            )}
          </Text>
          <Text muted size="sm">
            {[country, methods[session.method]].filter(Boolean).join(', ')}
            {(country || methods[session.method]) && ' · '}
            <Trans>
              last used <RelativeTime date={session.last_used_datetime} />
            </Trans>
          </Text>
        </Box>
        {!session.is_current && (
          <Button
            size="sm"
            flex="none"
            loading={end.isPending}
            aria-label={t`Log out ${device}`}
            onClick={() => end.mutate({ params: { id: session.id } })}
          >
            <Trans>Log out</Trans>
          </Button>
        )}
      </Flex>
      <FormError>{end.error && failureText(end.error)}</FormError>
    </chakra.li>
  );
}
