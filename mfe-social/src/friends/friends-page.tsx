import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import type { MemberCard } from '@waymark/api-contract';
import { friendCalls } from '@waymark/api-contract/client';
import { useCall, useSession, usePageTitle } from '@waymark/remote';
import { useRestoredFocus, useSafetyMenu } from '@waymark/social';
import {
  Box,
  Button,
  EmptyState,
  Flex,
  Heading,
  Link,
  Menu,
  Stack,
  Text,
  UserPlusIcon,
  UsersIcon,
} from '@waymark/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FriendList, FRIENDS_PAGE } from './friend-list.tsx';
import { FriendsTabs, type FriendsTab } from './friends-tabs.tsx';
import { useFriendActions } from './use-friend-actions.ts';
import { usePendingMembers } from './use-pending-members.ts';

const UnfriendDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './unfriend-dialog.tsx'));

const isListTab = (tab: string | null): tab is 'requests' | 'pending' =>
  tab === 'requests' || tab === 'pending';

/** Friends, who asked, and whom one asked; forty on a page. */
export default function FriendsPage() {
  const { t } = useLingui();
  const { userId } = useSession();
  const [params, setParams] = useSearchParams();
  const named = params.get('tab');
  const tab: FriendsTab = isListTab(named) ? named : 'friends';
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  usePageTitle(t`Friends`);
  useRestoredFocus();
  const offset = (page - 1) * FRIENDS_PAGE;
  const isKnown = userId !== null;
  const keep = { placeholderData: keepPreviousData };
  const friends = useCall(
    friendCalls.users,
    { query: { friends_with: userId ?? 0, limit: FRIENDS_PAGE, status: 'active', offset } },
    { ...keep, enabled: isKnown && tab === 'friends' },
  );
  const requests = useCall(
    friendCalls.users,
    {
      query: {
        requested_friendship_with: userId ?? 0,
        limit: FRIENDS_PAGE,
        offset: tab === 'requests' ? offset : 0,
      },
    },
    { ...keep, enabled: isKnown },
  );
  const pending = usePendingMembers(userId, offset, tab === 'pending');
  const current = { friends, requests, pending, find: friends }[tab];
  const turn = (next: number) =>
    setParams({ ...(tab !== 'friends' && { tab }), ...(next > 1 && { page: String(next) }) });
  const { total_count: total = 0, _embedded: { users } = { users: [] } } = current.data ?? {};
  const isBeyondEnd = page > 1 && total > 0 && users.length === 0 && !current.isPlaceholderData;
  useEffect(() => {
    // The last one of this page was answered or removed.
    if (isBeyondEnd) turn(Math.min(page - 1, Math.ceil(total / FRIENDS_PAGE)));
  });
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4}>
        <Flex justify="space-between" align="center" wrap="wrap" gap={3}>
          <Heading level={1}>
            <Trans>Friends</Trans>
          </Heading>
          <Button href="/people/friends/find" variant="primary" icon={<UserPlusIcon />}>
            <Trans>Find friends</Trans>
          </Button>
        </Flex>
        <FriendsTabs current={tab} requestCount={requests.data?.total_count} />
        {tab === 'friends' && friends.data && friends.data.total_count > 0 && (
          <Text muted size="sm">
            <FriendCount count={friends.data.total_count} />
          </Text>
        )}
        <FriendList
          key={tab}
          list={current.data}
          error={current.error}
          retry={current.refetch}
          page={page}
          onPage={turn}
          renderActions={(member) => <MemberActions member={member} tab={tab} />}
          empty={<NoMembers tab={tab} />}
        />
        {tab === 'friends' && (
          <Text muted size="sm">
            <Link href="/people/contacts" variant="quiet">
              <Trans>Blocked and muted members</Trans>
            </Link>
          </Text>
        )}
      </Stack>
    </Box>
  );
}

function FriendCount({ count }: { count: number }) {
  const { t } = useLingui();
  return count === 1 ? t`1 friend` : t`${count} friends`;
}

function MemberActions({ member, tab }: { member: MemberCard; tab: FriendsTab }) {
  const { t } = useLingui();
  const { run, pending } = useFriendActions();
  const [isAsking, setIsAsking] = useState(false);
  const { id, display_name: name } = member;
  const safety = useSafetyMenu({ member: { id, name }, isMuted: member.is_muted });
  const busy = pending[id];
  const isFriend = tab === 'friends';
  return (
    <>
      {tab === 'requests' && (
        <>
          <Button size="sm" loading={busy === 'deny'} onClick={() => void run('deny', member)}>
            <Trans>Decline</Trans>
          </Button>
          <Button
            size="sm"
            variant="primary"
            loading={busy === 'accept'}
            onClick={() => void run('accept', member)}
          >
            <Trans>Accept</Trans>
          </Button>
        </>
      )}
      {tab === 'pending' && (
        <Button size="sm" loading={busy === 'withdraw'} onClick={() => void run('withdraw', member)}>
          <Trans>Withdraw request</Trans>
        </Button>
      )}
      <Menu
        label={t`More actions for ${name}`}
        icon
        align="end"
        items={[
          ...(isFriend
            ? [
                { label: t`Activity feed`, href: `/profile/${id}/activity_feed` },
                { label: t`Dashboard`, href: `/profile/${id}/dashboard` },
              ]
            : []),
          ...safety.muteItems,
          ...(isFriend
            ? [{ label: t`Remove friend`, danger: true, separated: true, onSelect: () => setIsAsking(true) }]
            : []),
          ...safety.endItems,
        ]}
      />
      {safety.dialogs}
      {isAsking && (
        <Suspense>
          <UnfriendDialog
            name={name}
            isRemoving={busy === 'unfriend'}
            onCancel={() => setIsAsking(false)}
            onRemove={() => void run('unfriend', member).then((done) => done && setIsAsking(false))}
          />
        </Suspense>
      )}
    </>
  );
}

function NoMembers({ tab }: { tab: FriendsTab }) {
  const find = (
    <Button variant="primary" href="/people/friends/find">
      <Trans>Find friends</Trans>
    </Button>
  );
  if (tab === 'requests')
    return (
      <EmptyState title={<Trans>No requests right now</Trans>} action={find}>
        <Trans>Whoever asks to be your friend shows up here.</Trans>
      </EmptyState>
    );
  if (tab === 'pending')
    return (
      <EmptyState title={<Trans>No sent requests</Trans>} action={find}>
        <Trans>Requests that you sent stay here until they are answered.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={<UsersIcon size={40} />} title={<Trans>Add your first friend</Trans>} action={find}>
      <Trans>Friends see the workouts that you share with them, and you see theirs.</Trans>
    </EmptyState>
  );
}
