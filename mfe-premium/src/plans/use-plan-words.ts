import type { PricePoint, Product, Coupon } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useSession } from '@waymark/remote';
import { formatDate } from '@waymark/units';
import { freePeriodOf, isMonthly, type Period } from './periods.ts';

/** An amount in minor units as money: 599 of USD is $5.99. */
function formatMoney({ amount, currency }: PricePoint, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Prices, periods and days in the member's words. */
export function usePlanWords() {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { user } = useSession();
  const money = (price: PricePoint): string => formatMoney(price, locale);
  const period = ({ interval, unit }: Period): string => {
    if (unit === 'day') return t`${plural(interval, { one: '# day', other: '# days' })}`;
    if (unit === 'month') return t`${plural(interval, { one: '# month', other: '# months' })}`;
    return t`${plural(interval, { one: '# year', other: '# years' })}`;
  };
  return {
    money,
    /** 'Jan 05, 2027' where the member is. */
    day: (date: Date | string | null): string =>
      formatDate(date, { locale, timeZone: user?.time_zone ?? 'UTC' }),
    period,
    /** '1 month' for 30 days. */
    freeTime: (days: number): string => period(freePeriodOf(days)),
    /** '$5.99 a month', '$29.99 a year', '$99.99 once'. */
    pricePer: (details: Product['subscription_details'], price: PricePoint): string => {
      const cost = money(price);
      if (!details) return t`${cost} once`;
      const { frequency_interval: interval, frequency_unit: unit } = details;
      if (interval === 1 && unit === 'month') return t`${cost} a month`;
      if (interval === 1 && unit === 'year') return t`${cost} a year`;
      const every = period({ interval, unit });
      return t`${cost} every ${every}`;
    },
    /** How a plan is paid, in one word. */
    rhythm: (details: Product['subscription_details']): string => {
      if (!details) return t`Lifetime`;
      return isMonthly(details) ? t`Monthly` : t`Yearly`;
    },
  };
}

/** What a coupon gives: free time, or something off the price. */
export function useCouponWords() {
  const { t } = useLingui();
  const words = usePlanWords();
  return ({ duration_interval: interval, duration_unit: unit, percent_off: percent }: Coupon): string => {
    if (interval && unit) {
      const free = words.period({ interval, unit });
      return t`${free} of premium, free`;
    }
    return t`${percent}% off premium`;
  };
}

/** Whether it opens premium by itself, without a card. */
export const isFreeTime = ({ duration_interval: interval }: Coupon): boolean => interval !== null;
