import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  EntityMissing,
  useAfterPaint,
  useCall,
  useChunk,
  useFailureText,
  useFormatLocale,
  usePageTitle,
  useSend,
  useSession,
} from '@waymark/remote';
import { navigate } from '@waymark/contract';
import {
  Banner,
  Box,
  Breadcrumb,
  Button,
  Flex,
  FormError,
  Grid,
  Heading,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDateTime } from '@waymark/units';
import { useParams } from 'react-router-dom';
import { BoardPanel } from './board-panel.tsx';
import { JoinButton } from './join-button.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { TeamPanel } from './team-panel.tsx';
import { useChallengeWords } from './use-challenge-words.ts';
import { TimeLeft, useOwnZone, WindowText } from './window-text.tsx';

// What stands below the first view.
const loadMore = () => import(/* webpackChunkName: "challenge-more" */ './more-panels.tsx');

interface ChallengePageProps {
  /** In the app, which has a header and a way back of its own. */
  isMobileView?: boolean;
}

/** One challenge: what it is about, how far the member has come, who leads, its rules, prizes and awards. */
export default function ChallengePage({ isMobileView = false }: ChallengePageProps) {
  const { t } = useLingui();
  const id = Number(useParams().challengeId);
  const { data, error, refetch, isFetching } = useCall(challengeCalls.details, { params: { id } });
  const more = useChunk(loadMore, useAfterPaint()).module;
  usePageTitle(data?.title ?? t`Challenge`);
  if (error && (!data || error.status === 404))
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This challenge is for friends of its creator, or doesn’t exist</Trans>}
        failedTitle={<Trans>We couldn’t load this challenge.</Trans>}
        href="/challenges"
        linkText={<Trans>See challenges</Trans>}
      />
    );
  if (!data) return <PageSkeleton />;
  return (
    <Stack gap={5} w="100%" maxW="1120px" mx="auto">
      {!isMobileView && (
        <Breadcrumb
          items={[
            { href: '/challenges', label: <Trans>Challenges</Trans> },
            { label: <span data-untranslated="">{data.title}</span> },
          ]}
        />
      )}
      <Header challenge={data} />
      {data.invited_by && <InvitationBanner challenge={data} inviter={data.invited_by} />}
      <ResultState challenge={data} />
      {data.description && (
        <Text maxW="72ch" whiteSpace="pre-wrap" overflowWrap="anywhere" data-untranslated="">
          {data.description}
        </Text>
      )}
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' }}
        columnGap={12}
        alignItems="start"
      >
        <Box minW={0}>
          {data.progress && <ProgressPanel challenge={data} progress={data.progress} />}
          {data.teams && <TeamPanel challenge={data} />}
          <BoardPanel challenge={data} />
          {more && <more.FriendsPanel challenge={data} />}
          {more && data.joined && <more.WorkoutsPanel challenge={data} />}
        </Box>
        {more ? <more.SidePanels challenge={data} /> : <Box minH="400px" />}
      </Grid>
    </Stack>
  );
}

function Header({ challenge }: { challenge: ChallengeDetails }) {
  const words = useChallengeWords();
  const { title, stats, audience } = challenge;
  return (
    <Flex justify="space-between" align="flex-start" gap={4} wrap="wrap">
      <Box minW={0} flex="1 1 320px">
        <Heading level={1} overflowWrap="anywhere" data-untranslated="">
          {title}
        </Heading>
        <Text mt={2} size="lg">
          {words.aim(challenge)}
          {' · '}
          {words.activities(challenge)}
        </Text>
        <Text muted mt={1}>
          <WindowText challenge={challenge} />
          {' · '}
          <TimeLeft challenge={challenge} />
        </Text>
        <Text muted mt={1}>
          <Plural value={stats.member_count} one="# member" other="# members" />
          {audience === 'group' && (
            <>
              {' · '}
              <Trans>For a group</Trans>
            </>
          )}
          {audience === 'friends' && (
            <>
              {' · '}
              <Trans>Friends only</Trans>
            </>
          )}
        </Text>
      </Box>
      <JoinButton challenge={challenge} variant="primary" />
    </Flex>
  );
}

interface InvitationBannerProps {
  challenge: ChallengeDetails;
  inviter: NonNullable<ChallengeDetails['invited_by']>;
}

/** A friend's invitation: joining accepts it. */
function InvitationBanner({ challenge: { id }, inviter }: InvitationBannerProps) {
  const failureText = useFailureText();
  const userId = useSession().userId ?? 0;
  const name = inviter.display_name;
  const decline = useSend(challengeCalls.decline, {
    onSuccess: () => navigate('/challenges'),
  });
  return (
    <>
      <Banner
        title={<Trans>{name} invited you.</Trans>}
        action={
          <Button
            size="sm"
            loading={decline.isPending}
            onClick={() => decline.mutate({ params: { id, userId } })}
          >
            <Trans>Decline</Trans>
          </Button>
        }
      >
        <Trans>Join to take part. Your workouts during the challenge count automatically.</Trans>
      </Banner>
      <FormError>{decline.error && failureText(decline.error)}</FormError>
    </>
  );
}

/** Whether the results of a challenge that is over may still change. */
function ResultState({ challenge }: { challenge: ChallengeDetails }) {
  const locale = useFormatLocale();
  const timeZone = useOwnZone();
  if (challenge.state !== 'past') return null;
  const until = formatDateTime(challenge.final_datetime, { locale, timeZone });
  return challenge.is_final ? (
    <Banner kind="success" title={<Trans>These results are final.</Trans>} />
  ) : (
    <Banner title={<Trans>Results are provisional until {until}.</Trans>}>
      <Trans>Late uploads still count until then.</Trans>
    </Banner>
  );
}

const PageSkeleton = () => (
  <Stack gap={5} w="100%" maxW="1120px" mx="auto" aria-busy="true">
    <Skeleton width="160px" />
    <Skeleton width="320px" height="2.4em" />
    <Skeleton width="240px" />
    <Skeleton height="160px" radius="8px" />
    <Skeleton height="320px" radius="8px" />
  </Stack>
);
