import { keepPreviousData } from '@tanstack/react-query';
import { ALL } from '@waymark/activities';
import { statsCalls } from '@waymark/api-contract/client';
import { useCall, useSession } from '@waymark/remote';
import { useState } from 'react';
import { dateOf, dayIn, type Filters } from './filters.ts';

/** The figures that the filters ask for, of one member. */
export function useStats(member: number, filters: Filters) {
  const { user } = useSession();
  const [today] = useState(() => dayIn(user?.time_zone, new Date()));
  const { period, weekStartDay, activityTypes } = filters;
  const all = activityTypes.length === 0 || activityTypes.includes(ALL);
  return useCall(
    statsCalls.stats,
    {
      params: { id: member },
      query: {
        period,
        date: dateOf(filters, today),
        week_start: weekStartDay ?? undefined,
        activity_types: all ? undefined : activityTypes.join(','),
      },
    },
    { placeholderData: keepPreviousData },
  );
}
