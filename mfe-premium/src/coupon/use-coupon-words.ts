import type { Coupon } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { usePlanWords } from '../plans/use-plan-words.ts';

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
