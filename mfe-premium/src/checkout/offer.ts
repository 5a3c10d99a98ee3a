import type { PaymentIntent, Product } from '@waymark/api-contract';
import { addPeriod } from '../plans/periods.ts';

/** What a purchase costs: now, and from then on. */
export type Offer = Pick<
  PaymentIntent,
  | 'amount'
  | 'currency'
  | 'list_amount'
  | 'discount_amount'
  | 'credit_amount'
  | 'tax_amount'
  | 'tax_label'
  | 'renewal_amount'
  | 'first_renewal_amount'
  | 'trial_days'
>;

/** The offer of a plan without coupon or credit, before the server has been asked for one. */
export function offerOfPlan({ availability_details, subscription_details, trial_days }: Product): Offer {
  const { amount, currency } = availability_details.price_point;
  return {
    amount: trial_days > 0 ? 0 : amount,
    currency,
    list_amount: amount,
    discount_amount: 0,
    credit_amount: 0,
    tax_amount: 0,
    tax_label: '',
    renewal_amount: subscription_details ? amount : null,
    first_renewal_amount: null,
    trial_days,
  };
}

/** The offer of a plan for somebody else: paid once, without a trial. */
export const offerOfGift = (plan: Product): Offer => ({
  ...offerOfPlan({ ...plan, trial_days: 0 }),
  renewal_amount: null,
});

/** Whether a member who agreed to one offer agreed to the other: what is charged now, and what follows. */
export const isSamePrice = (one: Offer, other: Offer): boolean =>
  one.currency === other.currency &&
  one.renewal_amount === other.renewal_amount &&
  one.first_renewal_amount === other.first_renewal_amount &&
  one.trial_days === other.trial_days &&
  // What is left of a paid period falls with every second.
  (one.amount === other.amount || (one.credit_amount > 0 && Math.abs(one.amount - other.amount) <= 1));

/** When the first renewal is charged; null where nothing renews. */
export function firstRenewal(
  { renewal_amount, trial_days }: Offer,
  details: Product['subscription_details'],
  now = new Date(),
): Date | null {
  if (renewal_amount === null || !details) return null;
  return trial_days > 0
    ? addPeriod(now, { interval: trial_days, unit: 'day' })
    : addPeriod(now, { interval: details.frequency_interval, unit: details.frequency_unit });
}
