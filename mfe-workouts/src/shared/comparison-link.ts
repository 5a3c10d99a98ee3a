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
