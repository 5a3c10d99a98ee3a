import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberCard } from '@waymark/api-contract';
import { friendCalls } from '@waymark/api-contract/client';
import { useCall, useSession, usePageTitle } from '@waymark/remote';
import { useDebounced } from '@waymark/social';
import { Box, Field, Heading, Input, LoadFailed, Stack, Text } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MembersSkeleton } from '../friends/friend-list.tsx';
import { FriendsTabs } from '../friends/friends-tabs.tsx';
import { MemberRow } from '../friends/member-row.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { RequestButton } from './request-button.tsx';
import { Suggestions } from './suggestions.tsx';

const InviteBanner = lazy(() => import(/* webpackChunkName: "invite" */ './invite-banner.tsx'));

const DEBOUNCE_MS = 300;
const SHORTEST_SEARCH = 2;
const SEARCH_MAX = 80;
const RESULTS = 20;

/** Finds members by name, user name or e-mail; suggests whom one may know; invites by link. */
export default function FindFriendsPage() {
  const { t } = useLingui();
  usePageTitle(t`Find friends`);
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
  const { data, error, refetch } = useCall(friendCalls.users, { query: { q, limit: RESULTS } });
  const [asked, setAsked] = useState<readonly MemberCard[]>([]);
  if (error && !data)
    return <LoadFailed title={<Trans>We couldn't search.</Trans>} error={error} retry={refetch} />;
  if (!data) return <MembersSkeleton />;
  const found = data._embedded.users.filter(
    ({ id, state }) => id !== userId && state !== 'pending' && asked.every((member) => member.id !== id),
  );
  // Who was asked from here stays, to show that it worked.
  const members = [...asked, ...found];
  return (
    <Box aria-live="polite">
      {members.length === 0 && (
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
                onAsked={() => setAsked((now) => [...now, { ...member, state: 'pending' }])}
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}
