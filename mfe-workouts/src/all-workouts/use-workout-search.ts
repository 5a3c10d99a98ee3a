import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { ListedWorkout, WorkoutFilter } from '@waymark/api-contract';
import { manyWorkoutsCalls } from '@waymark/api-contract/client';
import { callQuery, useSession } from '@waymark/remote';
import { useState } from 'react';

/** Rows of one call. */
const PAGE = 100;

/** The rows in sight, from the first to before the last. */
export interface RowRange {
  from: number;
  to: number;
}

const pageQuery = (filter: WorkoutFilter, order: string, page: number) =>
  callQuery(manyWorkoutsCalls.search, {
    query: { ...filter, order_by: order, limit: PAGE, offset: page * PAGE },
  });

/**
 * A list of any length of which only the pages in sight are asked for. The first page brings the count and the totals;
 * while another filter loads, those of the last one stay.
 */
export function useWorkoutSearch(filter: WorkoutFilter, order: string) {
  const isKnown = useSession().status !== 'loading';
  const [range, setRange] = useState<RowRange>({ from: 0, to: PAGE });
  const first = useQuery({
    ...pageQuery(filter, order, 0),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
  const count = first.data?.total_count ?? 0;
  const last = Math.max(0, Math.ceil(Math.min(range.to, count) / PAGE) - 1);
  const pages: number[] = [];
  for (let page = Math.floor(range.from / PAGE); page <= last; page++) if (page > 0) pages.push(page);
  const others = useQueries({
    queries: pages.map((page) => ({ ...pageQuery(filter, order, page), enabled: isKnown })),
  });
  const rowAt = (index: number): ListedWorkout | undefined => {
    const page = Math.floor(index / PAGE);
    const data = page === 0 ? first.data : others[pages.indexOf(page)]?.data;
    return data?._embedded.workouts[index % PAGE];
  };
  return {
    count,
    totals: first.data?.totals,
    isLoading: first.data === undefined && first.error === null,
    isStale: first.isPlaceholderData,
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      void first.refetch();
      for (const other of others) if (other.error) void other.refetch();
    },
    rowAt,
    setRange,
  };
}
