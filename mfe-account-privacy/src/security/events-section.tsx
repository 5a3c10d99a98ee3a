import type { SecurityEvent } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@waymark/contract';
import { callKey, useFormatLocale, useSession } from '@waymark/remote';
import { Box, chakra, LoadFailed, Panel, Skeleton, Stack, Text, ShowMore } from '@waymark/ui';
import { formatDateTime } from '@waymark/units';

const WORDS: Readonly<Record<SecurityEvent['kind'], MessageDescriptor>> = {
  signed_up: msg`You signed up`,
  signed_in: msg`Logged in`,
  sign_in_failed: msg`A log-in failed`,
  identity_confirmed: msg`You confirmed it’s you`,
  session_ended: msg`A device was logged out`,
  sessions_ended: msg`All other devices were logged out`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password reset by mail`,
  email_change_requested: msg`E-mail change requested`,
  email_change_cancelled: msg`E-mail change canceled`,
  email_changed: msg`E-mail changed`,
  email_change_undone: msg`E-mail change undone`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  totp_enabled: msg`Two-step log-in turned on`,
  totp_disabled: msg`Two-step log-in turned off`,
  recovery_code_used: msg`Recovery code used`,
  recovery_codes_renewed: msg`New recovery codes created`,
  chat_app_linked: msg`Chat app linked`,
  chat_app_unlinked: msg`Chat app unlinked`,
  app_authorized: msg`App allowed`,
  app_revoked: msg`App access revoked`,
  token_created: msg`Access token created`,
  token_revoked: msg`Access token revoked`,
  export_requested: msg`Data download requested`,
  deletion_requested: msg`Account deletion requested`,
  deletion_cancelled: msg`Account deletion canceled`,
};

/** What happened to the security of the account, latest first. */
export function EventsSection() {
  const { t } = useLingui();
  const list = useInfiniteQuery({
    queryKey: [...callKey(securityCalls.events), 'pages'],
    queryFn: ({ pageParam }) =>
      call(securityCalls.events, { query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ events, has_more: hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
    meta: { reads: securityCalls.events.reads ?? [] },
  });
  const events = list.data?.pages.flatMap((page) => page.events);
  return (
    <Panel title={<Trans>What happened</Trans>}>
      {list.error && !events && (
        <LoadFailed
          title={<Trans>We couldn’t load what happened.</Trans>}
          error={list.error}
          retry={list.refetch}
          busy={list.isFetching}
        />
      )}
      {!events && !list.error && <Skeleton height="120px" />}
      {events && (
        <Stack as="ol" aria-label={t`What happened`} gap={0} listStyleType="none" padding={0} margin={0}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Stack>
      )}
      {list.hasNextPage && (
        <Box marginTop={4}>
          <ShowMore list={list} />
        </Box>
      )}
    </Panel>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { i18n } = useLingui();
  const locale = useFormatLocale();
  const { user } = useSession();
  const country = event.country && new Intl.DisplayNames([locale], { type: 'region' }).of(event.country);
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Text fontWeight={600} size="sm">
        {i18n._(WORDS[event.kind])}
        {event.subject && <span data-untranslated="">: {event.subject}</span>}
      </Text>
      <Text muted size="sm" data-untranslated="">
        {[formatDateTime(event.at, { locale, timeZone: user?.time_zone ?? 'UTC' }), event.device, country]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </chakra.li>
  );
}
