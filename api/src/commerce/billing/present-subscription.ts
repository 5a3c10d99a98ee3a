import { BILLING_COUNTRY, type PaidSubscription, type Product, SERVICE_BASES } from '@waymark/api-contract';
import { daysRemaining } from './premium-status.ts';
import { type Billing, canSell } from './billing.ts';
import { type CatalogProduct, trialDays } from './catalog.ts';
import type { SoldProduct } from './ledger/entries.ts';
import { addPeriods, DAY_MS, freePeriodOf } from './ledger/periods.ts';
import type { BillingState, Subscription } from './ledger/reduce.ts';
import { trialDaysFor } from './ledger/decide-order.ts';
import {
  FOR_EVER,
  isRenewing,
  isTrial,
  nextPrice,
  opensUntil,
  paidThrough,
  subscriptionState,
} from './ledger/subscription-status.ts';

type Details = PaidSubscription['subscription_details'];

/** The free time at the start of a subscription, in the units that its length stands for. */
function trialDetails(days: number) {
  if (days === 0) return null;
  const period = freePeriodOf(days) ?? { interval: days, unit: 'day' as const };
  return { duration_interval: period.interval, duration_unit: period.unit };
}

const detailsOf = ({ frequency }: Pick<SoldProduct, 'frequency'>, freeDays: number): Details =>
  frequency && {
    frequency_interval: frequency.interval,
    frequency_unit: frequency.unit,
    trial_details: trialDetails(freeDays),
  };

const platformOf = (provider: string) => ({ platform_name: 'web', payment_providers: [provider] });

export function presentProduct(billing: Billing, product: CatalogProduct, state: BillingState): Product {
  const { id, name, description, amount, currency } = product;
  return {
    id,
    name,
    description,
    subscription_details: detailsOf(product, trialDays(product)),
    availability_details: {
      price_point: { amount, currency },
      available_platforms: canSell(billing) ? [platformOf(billing.provider.name)] : [],
    },
    trial_days: trialDaysFor(state, trialDays(product)),
    _links: { self: [{ href: `${SERVICE_BASES.billing}/products/${id}`, id }] },
  };
}

/** The end of a subscription; one that would end where it starts ends one period later. */
function endOf(subscription: Subscription): number {
  const { periods, product, startedAt } = subscription;
  const through = periods.length > 0 ? paidThrough(subscription) : startedAt;
  return through === startedAt && product.frequency ? addPeriods(startedAt, product.frequency) : through;
}

export function presentSubscription(
  { provider }: Billing,
  subscription: Subscription,
  now: number,
): PaidSubscription {
  const { id, product, periods, coupon, startedAt, nextProduct, cancellationRequestedAt } = subscription;
  const trial = periods.find(({ reason }) => reason === 'trial');
  const freeDays = trial?.ends ? Math.round((trial.ends - trial.starts) / DAY_MS) : 0;
  const isOpen = !subscription.ended && now < opensUntil(subscription);
  const end = endOf(subscription);
  return {
    subscription_id: id,
    product_id: product.id,
    product_name: product.name,
    subscription_status: isOpen ? 'active' : 'expired',
    state: subscriptionState(subscription, now),
    is_trial: isTrial(subscription, now),
    requested_cancellation: cancellationRequestedAt !== null,
    subscription_start_date: new Date(startedAt).toISOString(),
    subscription_end_date: end >= FOR_EVER ? null : new Date(end).toISOString(),
    days_remaining: isOpen
      ? daysRemaining(
          { until: new Date(opensUntil(subscription)), paidUntil: new Date(paidThrough(subscription)) },
          new Date(now),
        )
      : 0,
    subscription_details: detailsOf(product, freeDays),
    payment_details: {
      price_point: { amount: product.amount, currency: product.currency },
      platform_details: platformOf(provider.name),
    },
    billing_details: { coupon, country_code: BILLING_COUNTRY, payment_provider: provider.name },
    next_payment: isRenewing(subscription)
      ? {
          date: new Date(end).toISOString(),
          price_point: nextPrice(subscription),
        }
      : null,
    next_product_id: nextProduct?.id ?? null,
    _links: {
      self: [{ href: `${SERVICE_BASES.billing}/paid-subscriptions/${id}`, id: String(id) }],
      product: [{ href: `${SERVICE_BASES.billing}/products/${product.id}`, id: product.id }],
    },
  };
}
