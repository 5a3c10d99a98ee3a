import type { UserGoalProgress } from '@waymark/api-contract';
import { goalCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, useSession } from '@waymark/remote';
import { ActivityIcon, Box, Button, Flex, groupKey, Panel, Text } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { useGoalWords } from './use-goal-words.ts';

const PAGE_SIZE = 10;

/** Goals that were stopped, the latest first. Nothing where there are none, or where they could not be loaded. */
export function PastGoals({ userId }: { userId: number }) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, isPlaceholderData } = useCall(
    goalCalls.progress,
    { query: { user: userId, status: 'abandoned', limit } },
    { placeholderData: (before) => before },
  );
  const goals = data?._embedded.user_goal_progress ?? [];
  if (!data || goals.length === 0) return null;
  return (
    <Panel title={<Trans>Past goals</Trans>}>
      <Box as="ul" aria-label={t`Past goals`} listStyleType="none" p={0} m={0}>
        {goals.map((one) => (
          <PastGoal key={one.goal.id} goal={one} />
        ))}
      </Box>
      {goals.length < Math.min(100, data.total_count) && (
        <Button mt={4} loading={isPlaceholderData} onClick={() => setLimit(100)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Panel>
  );
}

function PastGoal({ goal: { goal, performance } }: { goal: UserGoalProgress }) {
  const words = useGoalWords();
  const locale = useFormatLocale();
  const timeZone = useSession().user?.time_zone ?? 'UTC';
  const from = formatDate(goal.start_datetime, { locale, timeZone });
  const to = formatDate(goal.end_datetime, { locale, timeZone });
  return (
    <Flex as="li" borderTop="hairline" py={3} gap={3} align="center" justify="space-between" wrap="wrap">
      <Flex gap={3} align="center" minW={0}>
        {goal.activity_group && <ActivityIcon group={groupKey(goal.activity_group)} />}
        <Box minW={0}>
          <Text fontWeight={600}>{words.title(goal)}</Text>
          <Text muted size="sm">
            {from} – {to}
          </Text>
        </Box>
      </Flex>
      <Text muted size="sm">
        <Trans>
          Reached in {performance.reached_count} of{' '}
          <Plural value={performance.week_count} one="# week" other="# weeks" />
        </Trans>
      </Text>
    </Flex>
  );
}
