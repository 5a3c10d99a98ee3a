import type { Challenge } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Text } from '@waymark/ui';

interface NoRankProps {
  progress: NonNullable<Challenge['progress']>;
  isShown: boolean | undefined;
}

/** Why a member who takes part has no place on the board. */
export function NoRank({ progress, isShown }: NoRankProps) {
  const hasPrivateOnly = progress.workout_count > 0 && progress.board_value === 0;
  return (
    <Text as="span" muted size="sm">
      {!isShown ? (
        <Trans>You’re not on the leaderboard.</Trans>
      ) : hasPrivateOnly ? (
        <Trans>No rank yet: private workouts don’t count on the leaderboard.</Trans>
      ) : (
        <Trans>No rank yet: it comes with your first workout.</Trans>
      )}
    </Text>
  );
}
