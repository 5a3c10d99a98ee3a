import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { MemberCard, MemberList } from '@waymark/api-contract';
import { friendCalls } from '@waymark/api-contract/client';
import { call, followLink, type ApiError } from '@waymark/contract';
import { callKey, useSession, usePageTitle } from '@waymark/remote';
import { useDebounced, useRestoredFocus } from '@waymark/social';
import { Box, Field, Heading, Input, LoadFailed, Stack, Text, ShowMore } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MembersSkeleton } from '../friends/friend-list.tsx';
import { FriendsTabs } from '../friends/friends-tabs.tsx';
import { MemberRow } from '../friends/member-row.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { RequestButton } from './request-button.tsx';
import { membersOf, Suggestions } from './suggestions.tsx';

const InviteBanner = lazy(() => import(/* webpackChunkName: "invite" */ './invite-banner.tsx'));

const DEBOUNCE_MS = 300;
const SHORTEST_SEARCH = 2;
const SEARCH_MAX = 80;
const RESULTS = 20;
/** The server looks at 200 matching names beside friends; members can match by their name and their user name. */
const CUT_OFF_FROM = 100;

/** Finds members by name, user name or e-mail; suggests whom one may know; invites by link. */
export default function FindFriendsPage() {
  const { t } = useLingui();
  usePageTitle(t`Find friends`);
  useRestoredFocus();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const inviteKey = params.get('invite');
  const isSearching = q.length >= SHORTEST_SEARCH;
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4}>
        <Heading level={1}>
          <Trans>Find friends</Trans>
        </Heading>
        <FriendsTabs current="find" />
        {inviteKey && (
          <Suspense>
            <InviteBanner inviteKey={inviteKey} onDone={() => setParams({}, { replace: true })} />
          </Suspense>
        )}
        <Field label={<Trans>Search by name, user name or e-mail</Trans>}>
          <Input
            type="search"
            autoComplete="off"
            maxLength={SEARCH_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {isSearching ? <SearchResults key={q} q={q} /> : <Suggestions />}
        <InvitePanel />
      </Stack>
    </Box>
  );
}

/** Results without oneself and without those who were asked already, as the specification has it. */
function SearchResults({ q }: { q: string }) {
  const { userId } = useSession();
  const query = { q, limit: RESULTS };
  const list = useInfiniteQuery<
    MemberList,
    ApiError,
    InfiniteData<MemberList>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...callKey(friendCalls.users, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? followLink(friendCalls.users, pageParam, { signal })
        : call(friendCalls.users, { query, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last._links.next?.[0]?.href,
    meta: { reads: ['friends', 'user'] },
    enabled: userId !== null,
  });
  const { data, error, refetch, hasNextPage } = list;
  const [asked, setAsked] = useState<readonly MemberCard[]>([]);
  if (error && !data)
    return <LoadFailed title={<Trans>We couldn’t search.</Trans>} error={error} retry={refetch} />;
  if (!data) return <MembersSkeleton />;
  const found = membersOf(data.pages).filter(
    ({ id, state }) => id !== userId && state !== 'pending' && asked.every((member) => member.id !== id),
  );
  // Who was asked from here stays, to show that it worked.
  const members = [...asked, ...found];
  const isCutOff = (data.pages[0]?.total_count ?? 0) >= CUT_OFF_FROM;
  return (
    <Box aria-live="polite">
      {members.length === 0 && !hasNextPage && (
        <Text muted>
          <Trans>
            No members match "{q}". An e-mail has to be complete, and its owner has to allow being found by
            it.
          </Trans>
        </Text>
      )}
      <Box as="ul" listStyleType="none">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            actions={
              <RequestButton
                member={member}
                hasMessage
                onAsked={() => setAsked((now) => [...now, { ...member, state: 'pending' }])}
              />
            }
          />
        ))}
      </Box>
      <ShowMore list={list} />
      {isCutOff && !hasNextPage && (
        <Text muted size="sm" mt={3}>
          <Trans>
            Search goes through the first couple of hundred names that match. Can’t find somebody? Type more
            of their name.
          </Trans>
        </Text>
      )}
    </Box>
  );
}
