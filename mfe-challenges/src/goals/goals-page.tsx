import type { UserGoal, UserGoalProgress, UserGoalProgressList } from '@waymark/api-contract';
import { goalCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useCall, useChunk, useFormatLocale, usePageTitle } from '@waymark/remote';
import {
  Box,
  Button,
  EmptyState,
  FlagIcon,
  Flex,
  Heading,
  LoadFailed,
  LockIcon,
  PlusIcon,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDayRange } from '@waymark/units';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { GoalRow } from './goal-row.tsx';

// What stands below the first view, or answers a click.
const loadMore = () => import(/* webpackChunkName: "goals-more" */ './more-chunk.ts');
const TargetDialog = lazy(() => import(/* webpackChunkName: "goal-target" */ './target-dialog.tsx'));

/** A member's weekly goals: how far each one is, the weeks before, and the ones that are over. */
export default function GoalsPage() {
  const { t } = useLingui();
  const userId = Number(useParams().userId);
  const { data, error, refetch, isFetching } = useCall(goalCalls.progress, { query: { user: userId } });
  const more = useChunk(loadMore, useAfterPaint()).module;
  const [edited, setEdited] = useState<UserGoal | null>(null);
  usePageTitle(t`Goals`);
  if (error?.status === 404)
    return (
      <EmptyState
        level={1}
        icon={<LockIcon size={40} />}
        title={<Trans>This profile is set to private or the user does not exist.</Trans>}
      />
    );
  const goals = data?._embedded.user_goal_progress ?? [];
  return (
    <Stack gap={6} w="100%" maxW="1120px" mx="auto">
      <GoalsHeader list={data} goals={goals} userId={userId} />
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load these goals.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <GoalsSkeleton />}
      {data && goals.length === 0 && <NoGoals list={data} userId={userId} />}
      {goals.length > 0 && (
        <Box as="ul" aria-label={t`Goals`} listStyleType="none" p={0} m={0}>
          {goals.map((one) => (
            <GoalRow
              key={one.goal.id}
              goal={one}
              menu={data?.is_own && more && <more.GoalMenu goal={one.goal} onEdit={setEdited} />}
            />
          ))}
        </Box>
      )}
      {data && more && <more.PastGoals userId={userId} />}
      {edited && (
        <Suspense fallback={null}>
          <TargetDialog goal={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

interface GoalsHeaderProps {
  list: UserGoalProgressList | undefined;
  goals: readonly UserGoalProgress[];
  userId: number;
}

function GoalsHeader({ list, goals, userId }: GoalsHeaderProps) {
  const week = goals[0]?.progress;
  return (
    <Flex justify="space-between" align="flex-end" gap={4} wrap="wrap">
      <Box minW={0}>
        <Heading level={1}>
          {list && !list.is_own ? <Trans>{list.display_name}’s goals</Trans> : <Trans>Goals</Trans>}
        </Heading>
        {week && (
          <Text muted mt={1}>
            <WeekRange from={week.from} to={week.to} />
            {' · '}
            {week.days_left === 1 ? (
              <Trans>last day</Trans>
            ) : (
              <Plural value={week.days_left} one="# day left" other="# days left" />
            )}
          </Text>
        )}
      </Box>
      {list?.is_own && goals.length > 0 && (
        <Button variant="primary" icon={<PlusIcon />} href={`/profile/${userId}/goals/create`}>
          <Trans>Set a goal</Trans>
        </Button>
      )}
    </Flex>
  );
}

function WeekRange({ from, to }: { from: string; to: string }) {
  const locale = useFormatLocale();
  return <span data-untranslated="">{formatDayRange(from, to, { locale, hasYear: false })}</span>;
}

const NoGoals = ({ list, userId }: { list: UserGoalProgressList; userId: number }) =>
  list.is_own ? (
    <EmptyState
      icon={<FlagIcon size={40} />}
      title={<Trans>What do you want to do each week?</Trans>}
      action={
        <Button variant="primary" icon={<PlusIcon />} href={`/profile/${userId}/goals/create`}>
          <Trans>Set a goal</Trans>
        </Button>
      }
    >
      <Trans>Pick a distance, a time or a number of workouts. It fills up as you train.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<FlagIcon size={40} />} title={<Trans>No goals to show</Trans>}>
      <Trans>{list.display_name} has no weekly goals, or keeps them private.</Trans>
    </EmptyState>
  );

const GoalsSkeleton = () => (
  <Stack gap={6} aria-busy="true">
    {[1, 2].map((row) => (
      <Flex key={row} gap={5} borderTop="hairline" pt={6} align="center">
        <Skeleton width="112px" height="112px" radius="50%" />
        <Stack gap={3} flex={1}>
          <Skeleton width="180px" height="1.4em" />
          <Skeleton width="240px" height="2.4em" />
        </Stack>
      </Flex>
    ))}
  </Stack>
);
