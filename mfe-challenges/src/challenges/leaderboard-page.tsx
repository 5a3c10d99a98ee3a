import type { ChallengeDetails, Leaderboard } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { EntityMissing, useCall, usePageTitle, useSession } from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Button,
  EmptyState,
  Field,
  Flex,
  Heading,
  LoadFailed,
  NumberInput,
  Pagination,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  UsersIcon,
} from '@waymark/ui';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { BoardRows } from './board-rows.tsx';
import { NoRank } from './no-rank.tsx';
import { pageNumber } from './page-number.ts';
import { useChallengeWords } from './use-challenge-words.ts';
import { useClassNames } from './use-class-names.ts';

const PAGE_SIZE = 20;
/** Within what the server takes as an offset. */
const PAGE_MAX = 5_000_000;
/** With more pages than these, one goes to a page by its number. */
const JUMP_FROM = 8;

const SCOPES = ['everyone', 'friends', 'team', 'country', 'age_class'] as const;
type Scope = (typeof SCOPES)[number];
const isScope = (name: string | null): name is Scope => SCOPES.some((scope) => scope === name);

/** The leaderboard of a challenge, twenty to a page; page and filter are in the address. */
export default function LeaderboardPage() {
  const { t } = useLingui();
  const id = Number(useParams().challengeId);
  const isMember = isSignedIn(useSession());
  const words = useChallengeWords();
  const { ages, countryName } = useClassNames();
  const [params, setParams] = useSearchParams();
  const named = params.get('scope');
  const of = params.get('of') ?? undefined;
  const isOffered = isScope(named) && (isMember || (named !== 'friends' && of !== undefined));
  const scope: Scope = isOffered ? named : 'everyone';
  const page = pageNumber(params.get('page'), PAGE_MAX);
  const {
    data: challenge,
    error: missing,
    refetch,
    isFetching,
  } = useCall(challengeCalls.details, { params: { id } });
  const board = useCall(
    challengeCalls.leaderboard,
    {
      params: { id },
      query: { scope, ...(of && { of }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    },
    { placeholderData: (before) => before },
  );
  usePageTitle(challenge ? t`Leaderboard: ${challenge.title}` : t`Leaderboard`);
  const show = (next: number, nextScope: Scope = scope) =>
    setParams({
      ...(nextScope !== 'everyone' && { scope: nextScope }),
      ...(of && nextScope === scope && { of }),
      ...(next > 1 && { page: String(next) }),
    });
  const scopeNames: Record<Scope, string> = {
    everyone: t`Everyone`,
    friends: t`Friends`,
    team: challenge?.teams?.list.find((team) => String(team.id) === of)?.name ?? t`My team`,
    country: challenge?.membership?.country ? countryName(challenge.membership.country) : t`My country`,
    age_class: challenge?.membership?.age_class ? ages[challenge.membership.age_class] : t`My age class`,
  };
  if (missing && (!challenge || missing.status === 404))
    return (
      <EntityMissing
        error={missing}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This challenge is for friends of its creator, or doesn’t exist</Trans>}
        failedTitle={<Trans>We couldn’t load this leaderboard.</Trans>}
        href="/challenges"
        linkText={<Trans>See challenges</Trans>}
      />
    );
  // Its title and aim have any length: a board that was there before them would move down the page.
  if (!challenge) return <PageSkeleton />;
  return (
    <Stack gap={5} w="100%" maxW="760px" mx="auto">
      <Breadcrumb
        items={[
          { href: '/challenges', label: <Trans>Challenges</Trans> },
          { href: `/challenges/${id}`, label: <span data-untranslated="">{challenge.title}</span> },
          { label: <Trans>Leaderboard</Trans> },
        ]}
      />
      <Box>
        <Heading level={1}>
          <Trans>Leaderboard</Trans>
        </Heading>
        <Text muted mt={1}>
          {words.aim(challenge)}
          {challenge.state === 'past' && !challenge.is_final && (
            <>
              {' · '}
              <Trans>results are provisional</Trans>
            </>
          )}
          {challenge.is_final && (
            <>
              {' · '}
              <Trans>final results</Trans>
            </>
          )}
        </Text>
      </Box>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        {isMember && (
          <SegmentedControl<Scope>
            label={t`Who’s on the list`}
            value={scope}
            onChange={(next) => show(1, next)}
            options={scopesOf(challenge).map((value) => ({ value, label: scopeNames[value] }))}
          />
        )}
        {board.data && <OwnPlace board={board.data} onShow={show} />}
        {board.data &&
          !board.data.own &&
          challenge.progress &&
          !board.data.is_final &&
          scope === 'everyone' && (
            <NoRank progress={challenge.progress} isShown={challenge.membership?.is_shown} />
          )}
      </Flex>
      {board.error && !board.data && (
        <LoadFailed
          title={<Trans>We couldn’t load this leaderboard.</Trans>}
          error={board.error}
          retry={board.refetch}
          busy={board.isFetching}
        />
      )}
      {!board.data && !board.error && <BoardSkeleton />}
      {board.data && (
        <Box aria-busy={board.isPlaceholderData}>
          <BoardContent board={board.data} kind={challenge.kind} page={page} scope={scope} onShow={show} />
        </Box>
      )}
    </Stack>
  );
}

/** Boards that there are for the member. */
const scopesOf = (challenge: ChallengeDetails): Scope[] => [
  'everyone',
  'friends',
  ...(challenge.teams ? (['team'] as const) : []),
  ...(challenge.membership?.country ? (['country'] as const) : []),
  ...(challenge.membership?.age_class ? (['age_class'] as const) : []),
];

interface OwnPlaceProps {
  board: Leaderboard;
  onShow: (page: number) => void;
}

/** The member's own rank, and the way to their page. */
function OwnPlace({ board, onShow }: OwnPlaceProps) {
  const { own, own_offset: offset, total_count: total } = board;
  if (!own || offset === null) return null;
  return (
    <Flex align="center" gap={3} ms="auto">
      <Text as="span" fontWeight={600}>
        <Trans>
          Rank {own.rank} of {total}
        </Trans>
      </Text>
      <Button size="sm" onClick={() => onShow(Math.floor(offset / PAGE_SIZE) + 1)}>
        <Trans>Show me</Trans>
      </Button>
    </Flex>
  );
}

interface BoardContentProps extends OwnPlaceProps {
  kind: Parameters<typeof BoardRows>[0]['kind'];
  page: number;
  scope: Scope;
}

function BoardContent({ board, kind, page, scope, onShow }: BoardContentProps) {
  const { t } = useLingui();
  const { entries } = board._embedded;
  const total = board.total_count;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (total === 0)
    return scope === 'friends' ? (
      <EmptyState icon={<UsersIcon size={40} />} title={<Trans>No friends here yet</Trans>}>
        <Trans>Friends who join and log a workout show up here.</Trans>
      </EmptyState>
    ) : (
      <EmptyState title={<Trans>Nobody is on the board yet</Trans>}>
        <Trans>The first workout takes the lead.</Trans>
      </EmptyState>
    );
  if (entries.length === 0)
    return (
      <EmptyState
        title={<Trans>There is no page {page}</Trans>}
        action={
          <Button variant="primary" onClick={() => onShow(pages)}>
            <Trans>Last page</Trans>
          </Button>
        }
      >
        <Plural value={pages} one="This leaderboard has # page." other="This leaderboard has # pages." />
      </EmptyState>
    );
  return (
    <Stack gap={5}>
      <BoardRows label={t`Leaderboard`} kind={kind} entries={entries} offset={board.offset} />
      <Pagination count={total} limit={PAGE_SIZE} page={page} onPage={onShow} />
      {pages >= JUMP_FROM && <PageJump pages={pages} onShow={onShow} />}
    </Stack>
  );
}

function PageJump({ pages, onShow }: { pages: number; onShow: (page: number) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const page = Number(typed);
  const isWrong = !Number.isInteger(page) || page < 1 || page > pages;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setHasTried(true);
        if (!isWrong) onShow(page);
      }}
    >
      <Flex gap={3} align="flex-end" justify="center">
        <Box w="140px">
          <Field
            label={t`Go to page`}
            error={isWrong && hasTried ? t`Enter a page from 1 to ${pages}.` : undefined}
            touched={hasTried}
          >
            <NumberInput whole value={typed} onChange={setTyped} />
          </Field>
        </Box>
        <Button type="submit">
          <Trans>Go</Trans>
        </Button>
      </Flex>
    </form>
  );
}

const PageSkeleton = () => (
  <Stack gap={5} w="100%" maxW="760px" mx="auto">
    <Skeleton width="240px" />
    <Skeleton width="200px" height="2.4em" />
    <BoardSkeleton />
  </Stack>
);

const BoardSkeleton = () => (
  <Stack gap={2} aria-busy="true">
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} height="44px" />
    ))}
  </Stack>
);
