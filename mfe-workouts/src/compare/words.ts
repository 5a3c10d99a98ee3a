import { formatDuration } from '@waymark/units';

export const compareHref = (ids: readonly number[]): string => `/workout/compare?ids=${ids.join(',')}`;

/** '+0:12' behind, '−0:08' ahead, '0:00' level. Seconds. */
export function gapText(seconds: number): string {
  const whole = Math.round(seconds);
  const sign = whole > 0 ? '+' : whole < 0 ? '−' : '';
  return `${sign}${formatDuration(Math.abs(whole))}`;
}

/** The workouts that an address names: each once, in their order. */
export function idsIn(search: URLSearchParams): number[] {
  const ids = (search.get('ids') ?? '').split(',').map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
}
