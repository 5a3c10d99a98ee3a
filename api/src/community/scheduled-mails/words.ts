import type { ChallengeKind } from '@waymark/api-contract';
import {
  formatDate,
  formatDistance,
  formatDuration,
  formatElevation,
  formatGoalAmount,
  formatNumber,
  type MeasurementSystem,
  type Shown,
} from '@waymark/units';
import { canBecomeLink } from '../../kernel/mail/letter.ts';
import { quotable } from '../../kernel/mail/quote.ts';

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;

export const textOf = ({ value, unit }: Shown): string => (unit ? `${value} ${unit}` : value);

const MONTH_AND_DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
/** Days as mails name them: 'November 30', 'Mon, Nov 30'. */
export const formatDay = (day: string): string => MONTH_AND_DAY.format(new Date(`${day}T00:00:00Z`));
export const formatWeekday = (day: string): string => formatDate(day, { weekday: 'short', hasYear: false });

/** What somebody else named, unless mail programs would make a link of it. */
export function nameInMail(name: string, instead: string): string {
  const quoted = quotable(name);
  return quoted === '' || canBecomeLink(quoted) ? instead : quoted;
}

/** 'a, b and c'. */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The result of a challenge in the member's units. */
export function formatResult(kind: ChallengeKind, value: number, system: MeasurementSystem): string {
  switch (kind) {
    case 'distance':
    case 'longest':
      return textOf(formatDistance(value, system, { digits: 2 }));
    case 'duration':
    case 'fastest':
      return formatDuration(value);
    case 'ascent':
      return textOf(formatElevation(Math.floor(value), system));
    case 'energy':
      return textOf(formatGoalAmount('energy', value, { system, locale: 'en-US', round: 'down' }));
    case 'count':
      return plural(value, 'workout');
    case 'active_days':
      return plural(value, 'active day');
  }
}
