import { keepPreviousData } from '@tanstack/react-query';
import type { ListedWorkout, WorkoutFilter } from '@waymark/api-contract';
import { manyWorkoutsCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { useState } from 'react';

/** Rows of one call: more than any window shows at once, so that at most three pages are in sight. */
const PAGE = 100;

/** The rows in sight, from the first to before the last. */
export interface RowRange {
  from: number;
  to: number;
}

const pageQuery = (filter: WorkoutFilter, order: string, page: number) => ({
  ...filter,
  order_by: order,
  limit: PAGE,
  offset: page * PAGE,
});

/** A page after the first, where the list is so long. */
const useLaterPage = (filter: WorkoutFilter, order: string, page: number, last: number) =>
  useCall(
    manyWorkoutsCalls.search,
    { query: pageQuery(filter, order, page) },
    { enabled: page > 0 && page <= last },
  );

/**
 * A list of any length of which only the pages in sight are asked for. The first page brings the count and the totals;
 * while another filter loads, those of the last one stay.
 */
export function useWorkoutSearch(filter: WorkoutFilter, order: string) {
  const [range, setRange] = useState<RowRange>({ from: 0, to: PAGE });
  const first = useCall(
    manyWorkoutsCalls.search,
    { query: pageQuery(filter, order, 0) },
    { placeholderData: keepPreviousData },
  );
  const count = first.data?.total_count ?? 0;
  const start = Math.floor(range.from / PAGE);
  const last = Math.ceil(Math.min(range.to, count) / PAGE) - 1;
  const others = [
    useLaterPage(filter, order, start, last),
    useLaterPage(filter, order, start + 1, last),
    useLaterPage(filter, order, start + 2, last),
  ];
  const rowAt = (index: number): ListedWorkout | undefined => {
    const page = Math.floor(index / PAGE);
    const data = page === 0 ? first.data : others[page - start]?.data;
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
