import type { UserGoalProgress } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  ActivityIcon,
  Badge,
  Box,
  CheckIcon,
  Figure,
  Flex,
  Grid,
  groupKey,
  Heading,
  ProgressRing,
  Text,
} from '@waymark/ui';
import type { ReactNode } from 'react';
import { useGoalWords } from './use-goal-words.ts';
import { WeekBars } from './week-bars.tsx';

interface GoalRowProps {
  goal: UserGoalProgress;
  /** What can be done with it; nothing on another member's page. */
  menu: ReactNode;
}

/** One goal: the ring of this week, what is left, and the weeks before. */
export function GoalRow({ goal: { goal, progress, performance }, menu }: GoalRowProps) {
  const { t } = useLingui();
  const words = useGoalWords();
  const { metric } = goal.criteria.threshold;
  const done = words.amount(metric, progress.value, 'down');
  const target = words.amount(metric, progress.target, 'nearest');
  const targetText = `${target.value} ${target.unit}`;
  const share = progress.value / progress.target;
  const hasPastWeeks = performance.weeks.length > 1;
  return (
    <Grid
      as="li"
      borderTop="hairline"
      py={6}
      columnGap={{ base: 4, md: 8 }}
      rowGap={5}
      alignItems="center"
      templateColumns={{
        base: 'auto minmax(0, 1fr)',
        ...(hasPastWeeks && { lg: 'auto minmax(0, 1fr) 360px' }),
      }}
    >
      <ProgressRing
        label={words.title(goal)}
        share={share}
        valueText={t`${done.value} of ${targetText}`}
        size={112}
      >
        {Math.min(999, Math.floor(share * 100 + 1e-9))}%
      </ProgressRing>
      <Box minW={0}>
        <Flex justify="space-between" align="flex-start" gap={2}>
          <Heading level={2} size="lg">
            <Flex as="span" align="center" gap={2}>
              {goal.activity_group && <ActivityIcon group={groupKey(goal.activity_group)} />}
              <span data-untranslated={goal.activity_name === null ? undefined : ''}>
                {words.activity(goal)}
              </span>
            </Flex>
          </Heading>
          {/* The room of the menu's button, which comes later. */}
          <Box minH="var(--wm-height)">{menu}</Box>
        </Flex>
        <Text mt={1}>
          <Figure value={done.value} size="lg" />{' '}
          <Box as="span" color="muted" whiteSpace="nowrap">
            <Trans>of {targetText}</Trans>
          </Box>
        </Text>
        <Text size="sm" mt={1} muted={!progress.is_reached}>
          {progress.is_reached ? (
            <Badge hue="moss">
              <CheckIcon size={14} /> <Trans>Reached</Trans>
            </Badge>
          ) : (
            <Trans>{words.remaining(metric, progress)} to go</Trans>
          )}
        </Text>
        {performance.longest_streak > 0 && (
          <Text muted size="sm" mt={1}>
            {performance.current_streak > 0 ? (
              <>
                <Plural value={performance.current_streak} one="# week in a row" other="# weeks in a row" />
                {' · '}
                <Trans>best {performance.longest_streak}</Trans>
              </>
            ) : (
              <Plural
                value={performance.longest_streak}
                one="Best streak: # week"
                other="Best streak: # weeks"
              />
            )}
          </Text>
        )}
      </Box>
      {hasPastWeeks && (
        <Box gridColumn={{ base: '1 / -1', lg: 'auto' }}>
          <WeekBars weeks={performance.weeks} />
        </Box>
      )}
    </Grid>
  );
}
