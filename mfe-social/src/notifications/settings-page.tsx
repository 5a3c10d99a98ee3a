import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { NotificationKind, NotificationSettings } from '@waymark/api-contract';
import { notificationCalls } from '@waymark/api-contract/client';
import { NOTIFICATION_KINDS, NOTIFICATION_WORDS } from '@waymark/api-contract/notification-kinds';
import { notify } from '@waymark/contract';
import { callKey, useCall, useFailureText, usePageTitle, useSend } from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Checkbox,
  Field,
  Heading,
  Link,
  LoadFailed,
  Panel,
  SegmentedControl,
  SkeletonText,
  Stack,
  Table,
  Text,
} from '@waymark/ui';
import { FeedAddressPanel } from './feed-address-panel.tsx';
import { PushPanel } from './push-panel.tsx';

const CHANNELS = { in_app: msg`On Waymark`, push: msg`Browser`, email: msg`E-mail` } as const;
type ChannelName = keyof typeof CHANNELS;

/** Of what the member is told, and how. Each choice is saved at once. */
export default function NotificationSettingsPage() {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  usePageTitle(t`Notification settings`);
  const queries = useQueryClient();
  const key = callKey(notificationCalls.settings);
  const { data, error, refetch } = useCall(notificationCalls.settings);
  const save = useSend(notificationCalls.updateSettings, {
    onSuccess: (settings) => queries.setQueryData(key, settings),
    onError: (failure) => {
      void refetch();
      notify({ kind: 'error', text: failureText(failure, t`Your choice wasn’t saved. Try again.`) });
    },
  });
  const choose = (kind: NotificationKind, channel: ChannelName, isOn: boolean) => {
    queries.setQueryData<NotificationSettings>(
      key,
      (now) => now && { ...now, kinds: { ...now.kinds, [kind]: { ...now.kinds[kind], [channel]: isOn } } },
    );
    save.mutate({ body: { kinds: { [kind]: { [channel]: isOn } } } });
  };
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4}>
        <Breadcrumb
          items={[
            { href: '/notifications', label: <Trans>Notifications</Trans> },
            { label: <Trans>Settings</Trans> },
          ]}
        />
        <Heading level={1}>
          <Trans>Notification settings</Trans>
        </Heading>
        {error && !data && (
          <LoadFailed title={<Trans>We couldn’t load your settings.</Trans>} error={error} retry={refetch} />
        )}
        {!data && !error && <SkeletonText lines={8} />}
        {data && (
          <>
            <Table
              caption={t`What we notify you about, and how`}
              columns={[
                { key: 'kind', header: t`What`, render: (kind) => i18n._(NOTIFICATION_WORDS[kind].name) },
                ...(Object.entries(CHANNELS) as [ChannelName, MessageDescriptor][]).map(
                  ([channel, name]) => ({
                    key: channel,
                    header: i18n._(name),
                    render: (kind: NotificationKind) => {
                      const isOff = channel !== 'in_app' && !data.kinds[kind].in_app;
                      return (
                        <Checkbox
                          label={
                            <span className="visually-hidden">{`${i18n._(NOTIFICATION_WORDS[kind].name)}: ${i18n._(name)}`}</span>
                          }
                          checked={data.kinds[kind][channel] && !isOff}
                          disabled={isOff}
                          onChange={(isOn) => choose(kind, channel, isOn)}
                        />
                      );
                    },
                  }),
                ),
              ]}
              rows={NOTIFICATION_KINDS}
              rowKey={(kind) => kind}
            />
            <PushPanel />
            <Panel title={<Trans>E-mail</Trans>}>
              <Stack gap={3} align="flex-start">
                <Text muted>
                  <Trans>
                    One e-mail with everything you haven’t read yet. If you’ve read it all, no e-mail.
                  </Trans>
                </Text>
                <Field group label={<Trans>How often</Trans>}>
                  <SegmentedControl
                    label={t`How often`}
                    options={[
                      { value: 'off', label: t`Never` },
                      { value: 'daily', label: t`Daily` },
                      { value: 'weekly', label: t`Weekly` },
                    ]}
                    value={data.email_digest}
                    onChange={(digest) => {
                      queries.setQueryData<NotificationSettings>(
                        key,
                        (now) => now && { ...now, email_digest: digest },
                      );
                      save.mutate({ body: { email_digest: digest } });
                    }}
                  />
                </Field>
              </Stack>
            </Panel>
          </>
        )}
        <FeedAddressPanel />
        <Text>
          <Link href="/moderation/decisions">
            <Trans>Decisions of moderators about you</Trans>
          </Link>
        </Text>
      </Stack>
    </Box>
  );
}
