import type { Challenge } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  ActivityIcon,
  Box,
  Flex,
  Grid,
  groupKey,
  Heading,
  Link,
  ProgressBar,
  Text,
  TrophyIcon,
} from '@waymark/ui';
import { JoinButton } from './join-button.tsx';
import { targetShare, useChallengeWords } from './use-challenge-words.ts';
import { TimeLeft, WindowText } from './window-text.tsx';

/** A challenge in a list: what it is about and, once joined, how far the member has come. */
export function ChallengeRow({ challenge }: { challenge: Challenge }) {
  const words = useChallengeWords();
  const { id, title, activity_groups: groups, member_count: memberCount, progress } = challenge;
  return (
    <Grid
      as="li"
      borderBottom="hairline"
      pb={5}
      pt={4}
      columnGap={{ base: 4, md: 6 }}
      rowGap={4}
      alignItems="center"
      templateColumns={{ base: 'auto minmax(0, 1fr)', md: 'auto minmax(0, 1fr) 280px' }}
    >
      <Flex
        boxSize="48px"
        borderRadius="50%"
        bg="sunken"
        align="center"
        justify="center"
        alignSelf="start"
        aria-hidden
      >
        {groups.length === 1 ? <ActivityIcon group={groupKey(groups[0]!)} /> : <TrophyIcon />}
      </Flex>
      <Box minW={0}>
        <Heading level={2} size="lg" data-untranslated="">
          <Link href={`/challenges/${id}`} variant="quiet">
            {title}
          </Link>
        </Heading>
        <Text mt={1}>
          {words.aim(challenge)}
          {' · '}
          {words.activities(challenge)}
        </Text>
        {challenge.invited_by && (
          <Text mt={1} fontWeight={600}>
            <Trans>{challenge.invited_by.display_name} invited you</Trans>
          </Text>
        )}
        <Text muted size="sm" mt={1}>
          <WindowText challenge={challenge} />
          {' · '}
          <TimeLeft challenge={challenge} />
          {' · '}
          <Plural value={memberCount} one="# member" other="# members" />
          {challenge.audience === 'friends' && (
            <>
              {' · '}
              <Trans>Friends only</Trans>
            </>
          )}
        </Text>
      </Box>
      <Box gridColumn={{ base: '2', md: '3' }}>
        {progress ? (
          <OwnStanding challenge={challenge} progress={progress} />
        ) : (
          <Flex justify={{ base: 'flex-start', md: 'flex-end' }}>
            <JoinButton challenge={challenge} />
          </Flex>
        )}
      </Box>
    </Grid>
  );
}

interface OwnStandingProps {
  challenge: Challenge;
  progress: NonNullable<Challenge['progress']>;
}

function OwnStanding({ challenge, progress }: OwnStandingProps) {
  const { t } = useLingui();
  const words = useChallengeWords();
  const { kind, target, title } = challenge;
  const share = targetShare(challenge);
  const done = kind === 'fastest' && progress.value <= 0 ? null : words.amount(kind, progress.value);
  const goal = target === null ? null : words.text(words.amount(kind, target, 'nearest'));
  return (
    <Box>
      <Flex justify="space-between" gap={3} mb={2}>
        <Text as="span" fontWeight={600}>
          {done === null ? (
            <Trans>No time yet</Trans>
          ) : goal === null || kind === 'fastest' ? (
            words.text(done)
          ) : (
            <Trans>
              {done.value} of {goal}
            </Trans>
          )}
        </Text>
        {progress.rank !== null && (
          <Text as="span" fontWeight={600} whiteSpace="nowrap">
            <Trans>Rank {progress.rank}</Trans>
          </Text>
        )}
      </Flex>
      {share !== null && (
        <ProgressBar
          label={title}
          value={share}
          valueText={done === null ? t`No time yet` : t`${done.value} of ${goal}`}
        />
      )}
    </Box>
  );
}
