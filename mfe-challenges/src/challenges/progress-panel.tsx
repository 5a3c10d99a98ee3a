import type { Challenge, ChallengeDetails } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, CheckIcon, Figure, Flex, Link, Panel, ProgressRing, Text } from '@waymark/ui';
import { NoRank } from './no-rank.tsx';
import { targetShare, useChallengeWords } from './use-challenge-words.ts';

interface ProgressPanelProps {
  challenge: ChallengeDetails;
  progress: NonNullable<Challenge['progress']>;
}

/** How far the member has come, and where they stand. */
export function ProgressPanel({ challenge, progress }: ProgressPanelProps) {
  const { t } = useLingui();
  const words = useChallengeWords();
  const { kind, target, membership } = challenge;
  const share = targetShare(challenge);
  const goal = target === null ? null : words.text(words.amount(kind, target, 'nearest'));
  const done = words.amount(kind, progress.value);
  const hasResult = kind !== 'fastest' || progress.value > 0;
  const counted = progress.workout_count;
  const left = progress.excluded_count;
  return (
    <Panel title={<Trans>Your progress</Trans>}>
      <Flex gap={{ base: 4, md: 6 }} align="center">
        {share !== null && (
          <ProgressRing
            label={t`Your progress`}
            share={share}
            valueText={hasResult ? t`${done.value} of ${goal}` : t`No time yet`}
            size={112}
          >
            {Math.min(999, Math.floor(share * 100 + 1e-9))}%
          </ProgressRing>
        )}
        <Box minW={0}>
          <Text>
            {hasResult ? (
              <>
                <Figure value={done.value} size="lg" unit={goal === null ? done.unit : undefined} />{' '}
                {goal !== null && kind !== 'fastest' && (
                  <Box as="span" color="muted" whiteSpace="nowrap">
                    <Trans>of {goal}</Trans>
                  </Box>
                )}
              </>
            ) : (
              <Trans>No workout over that distance yet</Trans>
            )}
          </Text>
          <Text mt={1}>
            {progress.is_completed ? (
              <Badge hue="moss">
                <CheckIcon size={14} /> <Trans>Completed</Trans>
              </Badge>
            ) : (
              goal !== null &&
              kind !== 'fastest' &&
              kind !== 'longest' && (
                <Text as="span" muted size="sm">
                  <Trans>
                    {words.text(words.remaining(kind, { value: progress.value, target: target! }))} to go
                  </Trans>
                </Text>
              )
            )}
          </Text>
          <Text mt={1}>
            <OwnRank
              progress={progress}
              rankedCount={challenge.stats.ranked_count}
              isShown={membership?.is_shown}
            />
          </Text>
          <Text muted size="sm" mt={1}>
            <Plural value={counted} one="# workout counts" other="# workouts count" />
            {left > 0 && (
              <>
                {' · '}
                <Link href="#workouts">
                  <Plural value={left} one="# doesn’t count" other="# don’t count" />
                </Link>
              </>
            )}
          </Text>
          {progress.board_value !== progress.value && membership?.is_shown && (
            <Text muted size="sm" mt={1}>
              <Trans>
                {words.text(words.amount(kind, progress.board_value))} on the leaderboard: your private
                workouts count for you only.
              </Trans>
            </Text>
          )}
        </Box>
      </Flex>
    </Panel>
  );
}

interface OwnRankProps {
  progress: ProgressPanelProps['progress'];
  rankedCount: number;
  isShown: boolean | undefined;
}

function OwnRank({ progress, rankedCount, isShown }: OwnRankProps) {
  const { rank } = progress;
  if (rank === null) return <NoRank progress={progress} isShown={isShown} />;
  return (
    <Text as="span" fontWeight={600}>
      <Trans>
        Rank {rank} of {rankedCount}
      </Trans>
    </Text>
  );
}
