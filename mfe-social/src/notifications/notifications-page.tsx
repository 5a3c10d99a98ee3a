import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { NotificationList } from '@waymark/api-contract';
import { notificationCalls } from '@waymark/api-contract/client';
import { NOTIFICATION_WORDS } from '@waymark/api-contract/notification-kinds';
import { call, notify, type ApiError } from '@waymark/contract';
import { callKey, useFailureText, usePageTitle, useSession } from '@waymark/remote';
import {
  BellIcon,
  Box,
  Button,
  EmptyState,
  Flex,
  Heading,
  LoadFailed,
  SkeletonText,
  Stack,
  ShowMore,
} from '@waymark/ui';
import { useEffect, useRef } from 'react';
import { NotificationRow } from './notification-row.tsx';

const PAGE = 20;
/** Whoever opens the page has read what it shows after this long. */
const READ_AFTER_MS = 2000;

/** What happened, the newest first. Looking at it is reading it. */
export default function NotificationsPage() {
  const { t } = useLingui();
  usePageTitle(t`Notifications`);
  const isKnown = useSession().status !== 'loading';
  const failureText = useFailureText();
  const query = { limit: PAGE };
  const list = useInfiniteQuery<
    NotificationList,
    ApiError,
    InfiniteData<NotificationList>,
    readonly unknown[],
    number | undefined
  >({
    queryKey: [...callKey(notificationCalls.list, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(notificationCalls.list, { query: { ...query, ...(pageParam && { before: pageParam }) }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last._links.next ? last._embedded.notifications.at(-1)?.id : undefined),
    meta: { reads: ['notifications'] },
    enabled: isKnown,
  });
  const { data, error, refetch } = list;
  // An API that is newer than this page may tell of more kinds.
  const items = (data?.pages.flatMap((page) => page._embedded.notifications) ?? []).filter(
    ({ kind }) => kind in NOTIFICATION_WORDS,
  );
  const latest = items[0]?.id ?? 0;
  const isUnread = (data?.pages[0]?.unread_count ?? 0) > 0;
  useMarkRead(latest, isUnread);
  const remove = (id: number) =>
    call(notificationCalls.remove, { params: { id } }).catch((error: unknown) => {
      notify({
        kind: 'error',
        text: failureText(error, t`The notification is still there. Try again.`),
      });
    });
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={4}>
        <Flex justify="space-between" align="center" wrap="wrap" gap={3}>
          <Heading level={1}>
            <Trans>Notifications</Trans>
          </Heading>
          <Button variant="quiet" href="/notifications/settings">
            <Trans>Settings</Trans>
          </Button>
        </Flex>
        {error && !data && (
          <LoadFailed
            title={<Trans>We couldn’t load your notifications.</Trans>}
            error={error}
            retry={refetch}
          />
        )}
        {!data && !error && <SkeletonText lines={6} />}
        {data && items.length === 0 && (
          <EmptyState icon={<BellIcon size={40} />} title={<Trans>All quiet</Trans>}>
            <Trans>Friend requests, likes and comments show up here.</Trans>
          </EmptyState>
        )}
        <Box as="ul" listStyleType="none">
          {items.map((item) => (
            <NotificationRow key={item.id} notification={item} onRemove={() => void remove(item.id)} />
          ))}
        </Box>
        <ShowMore list={list} />
      </Stack>
    </Box>
  );
}

/** Marks what is shown as read, once for each newest notification, after a moment in which the unread stand out. */
function useMarkRead(latest: number, isUnread: boolean): void {
  const marked = useRef(0);
  useEffect(() => {
    if (!isUnread || latest === 0 || marked.current >= latest) return undefined;
    const timer = setTimeout(() => {
      marked.current = latest;
      // The count in the header follows by itself; a failure leaves it for the next visit.
      call(notificationCalls.markRead, { body: { until: latest } }).catch(() => {});
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [latest, isUnread]);
}
