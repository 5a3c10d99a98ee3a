import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StatsPeriod } from '@waymark/api-contract';

/** The span before the one shown. */
export const BEFORE: Record<StatsPeriod, MessageDescriptor> = {
  week: msg`Previous week`,
  month: msg`Previous month`,
  year: msg`Previous year`,
};

/** Below it two figures are the same to the eye. */
const SAME = 0.005;

/** By how much a figure differs from the one before, in words; null when there is nothing to compare with. */
export function changeText(now: number, before: number, locale: string, i18n: I18n): string | null {
  if (before <= 0) return null;
  const change = (now - before) / before;
  if (Math.abs(change) < SAME) return i18n._(msg`The same`);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.abs(change));
  return i18n._(change > 0 ? msg`${percent} more` : msg`${percent} less`);
}

/** The figure of the span before, in words. @param isPart of its part up to the same day */
export function beforeText(
  before: number,
  text: string,
  period: StatsPeriod,
  isPart: boolean,
  i18n: I18n,
): string {
  const none = {
    week: isPart ? msg`None by this point last week` : msg`None the week before`,
    month: isPart ? msg`None by this point last month` : msg`None the month before`,
    year: isPart ? msg`None by this point last year` : msg`None the year before`,
  };
  const some = {
    week: isPart ? msg`${text} by this point last week` : msg`${text} the week before`,
    month: isPart ? msg`${text} by this point last month` : msg`${text} the month before`,
    year: isPart ? msg`${text} by this point last year` : msg`${text} the year before`,
  };
  return i18n._((before <= 0 ? none : some)[period]);
}
