import { keepPreviousData } from '@tanstack/react-query';
import { ALL } from '@waymark/activities';
import type { UserStats } from '@waymark/api-contract';
import { useApiQuery, useSession } from '@waymark/remote';
import { useState } from 'react';
import { dateOf, dayIn, type Filters } from './filters.ts';

/** The figures that the filters ask for, of one member. */
export function useStats(member: number, filters: Filters) {
  const { user } = useSession();
  const [today] = useState(() => dayIn(user?.time_zone, new Date()));
  const { period, weekStartDay, activityTypes } = filters;
  const all = activityTypes.length === 0 || activityTypes.includes(ALL);
  return useApiQuery<UserStats>(
    'main',
    `/user_stats/${member}/`,
    {
      period,
      date: dateOf(filters, today),
      week_start: weekStartDay,
      activity_types: all ? undefined : activityTypes.join(','),
    },
    { placeholderData: keepPreviousData },
  );
}
