import type { Product } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';

const lengthOf = ({ subscription_details: details }: Product): number =>
  details ? details.frequency_interval * { day: 1, month: 30, year: 365 }[details.frequency_unit] : 0;

/** Plans in the order in which they are offered: the longest period first, lifetime last. */
const sortPlans = (plans: readonly Product[]): Product[] =>
  plans.toSorted((a, b) => lengthOf(b) - lengthOf(a));

/** The plans that can be bought. */
export function usePlans() {
  const { data, error, refetch, isFetching } = useCall(billingCalls.products);
  return {
    plans: data && sortPlans(data._embedded.products),
    error: data ? null : error,
    retry: refetch,
    isFetching,
  };
}
