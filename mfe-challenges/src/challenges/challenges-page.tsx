import type { ChallengeList } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { useCall, usePageTitle, useSession } from '@waymark/remote';
import {
  Box,
  Button,
  EmptyState,
  Flex,
  Heading,
  LoadFailed,
  Pagination,
  Skeleton,
  Stack,
  Tabs,
  TrophyIcon,
} from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { browserZone } from './challenge-window.ts';
import { ChallengeRow } from './challenge-row.tsx';
import { pageNumber } from './page-number.ts';

const VIEWS = ['joined', 'open', 'past'] as const;
type View = (typeof VIEWS)[number];
const PAGE_SIZE = 20;

const isView = (name: string | null): name is View => VIEWS.some((view) => view === name);

/** Challenges that one has joined, may join, or that are over. The view and the page are in the address. */
export default function ChallengesPage() {
  const { t } = useLingui();
  usePageTitle(t`Challenges`);
  const session = useSession();
  const isMember = isSignedIn(session);
  const [params, setParams] = useSearchParams();
  const named = params.get('view');
  const page = pageNumber(params.get('page'));
  const queryOf = (state: View) => ({
    query: {
      state,
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      // A member's own zone is known to the server.
      ...(!isMember && { timezone: browserZone() }),
    },
  });
  // Who comes without a view and has joined nothing is shown what can be joined, also after joining one of them.
  const [landing, setLanding] = useState<View | null>(isMember ? null : 'open');
  const isUndecided = landing === null && !isView(named);
  const { data: joined } = useCall(challengeCalls.list, queryOf('joined'), { enabled: isUndecided });
  if (isUndecided && joined) setLanding(joined.total_count === 0 ? 'open' : 'joined');
  const view: View = isView(named) ? named : (landing ?? 'joined');
  const { data, error, refetch, isFetching } = useCall(challengeCalls.list, queryOf(view));
  const isLoading = !data && !error;
  return (
    <Stack gap={5} w="100%" maxW="1120px" mx="auto">
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Heading level={1}>
          <Trans>Challenges</Trans>
        </Heading>
        {isMember && (
          <Flex gap={3} wrap="wrap">
            <Button href="/groups">
              <Trans>Groups</Trans>
            </Button>
            <Button href="/challenges/create">
              <Trans>New challenge</Trans>
            </Button>
          </Flex>
        )}
      </Flex>
      <Tabs
        label={t`Challenges`}
        items={VIEWS.filter((one) => isMember || one !== 'joined').map((one) => ({
          href: `/challenges?view=${one}`,
          label: { joined: t`Joined`, open: t`Open`, past: t`Past` }[one],
          current: one === view,
        }))}
      />
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load the challenges.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {isLoading && <ListSkeleton />}
      {data && !isLoading && <List list={data} view={view} page={page} />}
      {data && !isLoading && (
        <Pagination
          count={data.total_count}
          limit={PAGE_SIZE}
          page={page}
          onPage={(next) => setParams({ view, ...(next > 1 && { page: String(next) }) })}
        />
      )}
    </Stack>
  );
}

interface ListProps {
  list: ChallengeList;
  view: View;
  page: number;
}

function List({ list, view, page }: ListProps) {
  const { t } = useLingui();
  const { challenges } = list._embedded;
  if (challenges.length === 0)
    return page > 1 && list.total_count > 0 ? (
      <EmptyState
        title={<Trans>There are fewer challenges now</Trans>}
        action={
          <Button href={`/challenges?view=${view}`}>
            <Trans>First page</Trans>
          </Button>
        }
      />
    ) : (
      <NoChallenges view={view} />
    );
  const label = { joined: t`Joined challenges`, open: t`Open challenges`, past: t`Past challenges` }[view];
  return (
    <Box as="ul" aria-label={label} listStyleType="none" p={0} m={0}>
      {challenges.map((challenge) => (
        <ChallengeRow key={challenge.id} challenge={challenge} />
      ))}
    </Box>
  );
}

function NoChallenges({ view }: { view: View }) {
  const icon = <TrophyIcon size={40} />;
  if (view === 'joined')
    return (
      <EmptyState
        icon={icon}
        title={<Trans>You’re not in a challenge right now</Trans>}
        action={
          <Button variant="primary" href="/challenges?view=open">
            <Trans>See open challenges</Trans>
          </Button>
        }
      >
        <Trans>Join one and your workouts count automatically.</Trans>
      </EmptyState>
    );
  if (view === 'past')
    return (
      <EmptyState icon={icon} title={<Trans>No past challenges yet</Trans>}>
        <Trans>Challenges that are over stay here with their results.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={<Trans>No open challenges right now</Trans>}>
      <Trans>New ones show up here.</Trans>
    </EmptyState>
  );
}

const ListSkeleton = () => (
  <Stack gap={5} aria-busy="true">
    {[1, 2, 3].map((row) => (
      <Flex key={row} gap={5} borderBottom="hairline" pb={5} align="center">
        <Skeleton width="48px" height="48px" radius="50%" />
        <Stack gap={2} flex={1}>
          <Skeleton width="200px" height="1.4em" />
          <Skeleton width="280px" />
        </Stack>
      </Flex>
    ))}
  </Stack>
);
