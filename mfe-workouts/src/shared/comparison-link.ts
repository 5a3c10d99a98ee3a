import { formatDuration } from '@waymark/units';

/** Most workouts that are laid over one another; beyond them colours and lines are no longer told apart. */
export const MAX_COMPARED_WORKOUTS = 5;

export const comparisonPath = (ids: readonly number[]): string => `/workout/compare?ids=${ids.join(',')}`;

/** '+0:12' behind, '−0:08' ahead, '0:00' level. Seconds. */
export function formatTimeGap(seconds: number): string {
  const whole = Math.round(seconds);
  const sign = whole > 0 ? '+' : whole < 0 ? '−' : '';
  return `${sign}${formatDuration(Math.abs(whole))}`;
}

/** The workouts that an address names: each once, in their order. */
export function parseComparedIds(search: URLSearchParams): number[] {
  const ids = (search.get('ids') ?? '').split(',').map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** What an address says: the workouts, and what is searched for while they are still being chosen. */
export function readComparison(params: URLSearchParams): {
  ids: number[];
  choice: { search: string } | null;
} {
  const ids = parseComparedIds(params).slice(0, MAX_COMPARED_WORKOUTS);
  const isChoosing = ids.length < 2 || params.get('choose') === 'true';
  return { ids, choice: isChoosing ? { search: (params.get('search') ?? '').slice(0, 100) } : null };
}

/** The same address with other workouts. */
export function withComparison(
  params: URLSearchParams,
  ids: readonly number[],
  choice: { search: string } | null,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({
    ids: ids.join(','),
    choose: choice ? 'true' : '',
    search: choice?.search ?? '',
  }))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}
