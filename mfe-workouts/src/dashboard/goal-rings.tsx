import type { UserGoalProgress } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, Flex, groupKey, Heading, Link, ProgressRing, Text } from '@waymark/ui';
import { formatGoalAmount } from '@waymark/units';

interface GoalRingsProps {
  goals: readonly UserGoalProgress[];
  own: boolean;
  userId: number | string | null;
}

/** This week's goals in short, or the way to the first one. Nothing where another member shows none. */
export function GoalRings({ goals, own, userId }: GoalRingsProps) {
  const { t } = useLingui();
  if (goals.length === 0 && !own) return null;
  const href = `/profile/${userId}/goals`;
  return (
    <Box as="section" aria-labelledby="weekly-goals">
      <Flex justify="space-between" align="baseline" gap={4} mb={4}>
        <Heading level={2} id="weekly-goals">
          <Trans>Goals</Trans>
        </Heading>
        {goals.length > 0 && (
          <Link href={href}>
            <Trans>All goals</Trans>
          </Link>
        )}
      </Flex>
      {goals.length === 0 ? (
        <Text muted borderTop="hairline" pt={4}>
          <Trans>No goal for this week yet.</Trans>{' '}
          <Link href={`${href}/create`}>
            <Trans>Set a weekly goal</Trans>
          </Link>
        </Text>
      ) : (
        <Box
          as="ul"
          aria-label={t`Goals`}
          listStyleType="none"
          p={0}
          m={0}
          borderTop="hairline"
          pt={5}
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 240px), 1fr))"
          gap={5}
        >
          {goals.map((one) => (
            <GoalRing key={one.goal.id} goal={one} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function GoalRing({ goal: { goal, progress, performance } }: { goal: UserGoalProgress }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { metric } = goal.criteria.threshold;
  const done = formatGoalAmount(metric, progress.value, { system, locale, round: 'down' }).value;
  const target = formatGoalAmount(metric, progress.target, { system, locale, round: 'nearest' });
  const unit =
    metric === 'count' ? t`${plural(progress.target, { one: 'workout', other: 'workouts' })}` : target.unit;
  const progressText = t`${done} of ${target.value} ${unit}`;
  const name = goal.activity_name ?? t`All activities`;
  const share = progress.value / progress.target;
  return (
    <Flex as="li" align="center" gap={4} minW={0} minH="72px">
      <ProgressRing label={name} share={share} valueText={progressText} size={64}>
        {Math.min(999, Math.floor(share * 100 + 1e-9))}%
      </ProgressRing>
      <Box minW={0}>
        <Flex align="center" gap={2} fontWeight={600}>
          {goal.activity_group && <ActivityIcon group={groupKey(goal.activity_group)} />}
          <span data-untranslated={goal.activity_name === null ? undefined : ''}>{name}</span>
        </Flex>
        <Text>{progressText}</Text>
        {performance.current_streak > 0 && (
          <Text muted size="sm">
            <Plural value={performance.current_streak} one="# week in a row" other="# weeks in a row" />
          </Text>
        )}
      </Box>
    </Flex>
  );
}
