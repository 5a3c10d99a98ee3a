import { Trans, useLingui } from '@lingui/react/macro';
import type { PushSubscriptionEntry, PushSubscriptionList } from '@waymark/api-contract';
import { notificationCalls } from '@waymark/api-contract/client';
import { useCall, useFailureText, useSend } from '@waymark/remote';
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
  SkeletonText,
  Stack,
  Switch,
  Text,
} from '@waymark/ui';
import { useEffect, useState } from 'react';
import { type PushState, readPushState, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

/** The state of this browser; null until it is known. It is read again when the member comes back from its settings. */
function usePushState() {
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => {
    const refresh = () => void readPushState().then(setState, () => setState('unsupported'));
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
  return { state, setState };
}

/** Notifications in this browser, and in which others the member has them. */
export function PushPanel() {
  const { data, error, refetch, isFetching } = useCall(notificationCalls.pushSubscriptions);
  const { state, setState } = usePushState();
  // This installation sends none.
  if (data?.server_key === null) return null;
  return (
    <Panel title={<Trans>Notifications in your browsers</Trans>}>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your browsers.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!error && (!data || !state) && <SkeletonText lines={2} />}
      {data && state && (
        <Stack gap={4}>
          <ThisBrowser state={state} setState={setState} list={data} />
          <Browsers entries={data._embedded.push_subscriptions} />
        </Stack>
      )}
    </Panel>
  );
}

function ThisBrowser({
  state,
  setState,
  list,
}: {
  state: PushState;
  setState: (state: PushState) => void;
  list: PushSubscriptionList;
}) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const remove = useSend(notificationCalls.unsubscribeFromPush);
  const subscribe = useSend(notificationCalls.subscribeToPush);
  const own = list._embedded.push_subscriptions.find(({ is_current }) => is_current);
  const turnOn = async () => {
    const body = await subscribeBrowser(list.server_key!);
    setState(await readPushState());
    if (!body) return;
    try {
      await subscribe.mutateAsync({ body });
    } catch (failure) {
      await unsubscribeBrowser();
      setState('off');
      throw failure;
    }
  };
  const turnOff = async () => {
    await unsubscribeBrowser();
    setState('off');
    if (own) await remove.mutateAsync({ params: { id: own.id } });
  };
  const change = async (isOn: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      await (isOn ? turnOn() : turnOff());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (state === 'unsupported')
    return (
      <Text muted>
        <Trans>This browser can’t show notifications from websites, or doesn’t in private windows.</Trans>
      </Text>
    );
  if (state === 'needs-home-screen')
    return (
      <Text muted>
        <Trans>
          On an iPhone or iPad, notifications come to the Home Screen only: tap Share, then Add to Home
          Screen. Open Waymark from there and come back to this page.
        </Trans>
      </Text>
    );
  if (state === 'blocked')
    return (
      <Text>
        <Trans>
          You’ve blocked notifications of this site in this browser. To get them, press the icon beside the
          address, allow notifications, and come back.
        </Trans>
      </Text>
    );
  return (
    <Stack gap={3}>
      <Switch
        label={<Trans>Notifications in this browser</Trans>}
        hint={<Trans>You get them even when Waymark is closed. Choose which ones in the table above.</Trans>}
        checked={state === 'on' && own !== undefined}
        disabled={isBusy}
        onChange={(isOn) => void change(isOn)}
      />
      <FormError>
        {failure !== null &&
          failureText(failure, t`Your browser couldn’t do that. Check your connection and try again.`)}
      </FormError>
    </Stack>
  );
}

function Browsers({ entries }: { entries: readonly PushSubscriptionEntry[] }) {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  return (
    <Stack
      as="ul"
      aria-label={t`Browsers that get notifications`}
      gap={0}
      listStyleType="none"
      padding={0}
      margin={0}
    >
      {entries.map((entry) => (
        <BrowserRow key={entry.id} entry={entry} />
      ))}
    </Stack>
  );
}

function BrowserRow({ entry }: { entry: PushSubscriptionEntry }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useSend(notificationCalls.unsubscribeFromPush);
  const device = entry.device || t`Unknown browser`;
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3}>
        <Box minWidth={0}>
          <Text fontWeight={600}>
            <span data-untranslated="">{device}</span>{' '}
            {entry.is_current && (
              <Badge hue="moss">
                <Trans>This browser</Trans>
              </Badge>
            )}
          </Text>
          <Text muted size="sm">
            {entry.last_sent_datetime ? (
              <Trans>
                last notification <RelativeTime date={entry.last_sent_datetime} />
              </Trans>
            ) : (
              <Trans>
                since <RelativeTime date={entry.created_datetime} />, none sent yet
              </Trans>
            )}
          </Text>
        </Box>
        {!entry.is_current && (
          <Button
            size="sm"
            flex="none"
            loading={remove.isPending}
            aria-label={t`Remove ${device}`}
            onClick={() => remove.mutate({ params: { id: entry.id } })}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Flex>
      <FormError>{remove.error && failureText(remove.error, t`That didn’t work. Try again.`)}</FormError>
    </chakra.li>
  );
}
