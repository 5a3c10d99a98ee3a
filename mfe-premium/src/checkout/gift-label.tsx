import type { Product } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** What somebody else gets, as the summary of its order names it. */
export function GiftLabel({ details }: { details: Product['subscription_details'] }) {
  const words = usePlanWords();
  if (!details) return <Trans>Premium, as a gift</Trans>;
  const period = words.period({ interval: details.frequency_interval, unit: details.frequency_unit });
  return <Trans>{period} of premium, as a gift</Trans>;
}
