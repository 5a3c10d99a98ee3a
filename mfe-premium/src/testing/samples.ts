import type {
  BillingProfile,
  Coupon,
  Gift,
  PaidSubscription,
  PaymentIntent,
  Product,
  Receipt,
} from '@waymark/api-contract';

const platform = { platform_name: 'web', payment_providers: ['local'] };

export const samplePlan = (over: Partial<Product> = {}): Product => ({
  id: 'premium-monthly',
  name: 'Premium, monthly',
  description: 'No ads. Paid each month.',
  subscription_details: {
    frequency_interval: 1,
    frequency_unit: 'month',
    trial_details: { duration_interval: 1, duration_unit: 'month' },
  },
  availability_details: {
    price_point: { amount: 599, currency: 'USD' },
    available_platforms: [platform],
  },
  trial_days: 30,
  _links: {},
  ...over,
});

export const sampleAnnual = (over: Partial<Product> = {}): Product =>
  samplePlan({
    id: 'premium-annual',
    name: 'Premium, yearly',
    subscription_details: { frequency_interval: 1, frequency_unit: 'year', trial_details: null },
    availability_details: {
      price_point: { amount: 2999, currency: 'USD' },
      available_platforms: [platform],
    },
    ...over,
  });

export const sampleLifetime = (over: Partial<Product> = {}): Product =>
  samplePlan({
    id: 'premium-lifetime',
    name: 'Premium for good',
    subscription_details: null,
    availability_details: {
      price_point: { amount: 9999, currency: 'USD' },
      available_platforms: [platform],
    },
    trial_days: 0,
    ...over,
  });

export const sampleSubscription = (over: Partial<PaidSubscription> = {}): PaidSubscription => ({
  subscription_id: 51,
  product_id: 'premium-monthly',
  product_name: 'Premium, monthly',
  subscription_status: 'active',
  state: 'active',
  is_trial: false,
  requested_cancellation: false,
  subscription_start_date: '2026-11-01T10:00:00.000Z',
  subscription_end_date: '2026-12-01T10:00:00.000Z',
  days_remaining: 8,
  subscription_details: { frequency_interval: 1, frequency_unit: 'month', trial_details: null },
  payment_details: { price_point: { amount: 599, currency: 'USD' }, platform_details: platform },
  billing_details: { coupon: null, country_code: 'US', payment_provider: 'local' },
  next_payment: { date: '2026-12-01T10:00:00.000Z', price_point: { amount: 599, currency: 'USD' } },
  next_product_id: null,
  _links: {},
  ...over,
});

export const sampleCard = (over: Partial<BillingProfile> = {}): BillingProfile => ({
  id: 61,
  billing_profile_id: 61,
  payment_provider: 'local',
  cc_token: 'card_1',
  is_default: true,
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029 },
  _links: {},
  ...over,
});

export const sampleIntent = (over: Partial<PaymentIntent> = {}): PaymentIntent => ({
  checkoutUrl: '/checkout/en-us/mmf/71',
  paymentIntentId: 71,
  paymentIntentStatus: 'requires_payment_method',
  paymentIntentClientSecret: null,
  confirmationUrl: null,
  amount: 0,
  currency: 'USD',
  product_id: 'premium-monthly',
  list_amount: 599,
  discount_amount: 0,
  credit_amount: 0,
  tax_amount: 0,
  tax_label: 'Tax',
  renewal_amount: 599,
  first_renewal_amount: null,
  trial_days: 30,
  error_code: null,
  subscription: null,
  is_gift: false,
  gift: null,
  ...over,
});

export const sampleReceipt = (over: Partial<Receipt> = {}): Receipt => ({
  id: 81,
  number: '2026-000007',
  kind: 'payment',
  issued_datetime: '2026-11-01T10:00:00.000Z',
  seller: { name: 'Waymark', lines: ['1 Ridge Road', 'Austin, Texas'] },
  description: 'Premium, monthly',
  period: { start: '2026-11-01T10:00:00.000Z', end: '2026-12-01T10:00:00.000Z' },
  currency: 'USD',
  net_amount: 553,
  tax_amount: 46,
  tax_rate: 825,
  tax_label: 'Sales tax',
  total_amount: 599,
  method: { brand: 'visa', last4: '4242' },
  is_test: true,
  _links: {},
  ...over,
});

export const sampleCoupon = (over: Partial<Coupon> = {}): Coupon => ({
  id: 'SPRING',
  duration_interval: 3,
  duration_unit: 'month',
  percent_off: 0,
  product_ids: [],
  new_members_only: false,
  expires: null,
  _links: {},
  ...over,
});

export const sampleGift = (over: Partial<Gift> = {}): Gift => ({
  id: 91,
  code: 'GIFT-2345-6789-ABCD-EFGH',
  product_id: 'premium-annual',
  product_name: 'Premium, yearly',
  duration_interval: 1,
  duration_unit: 'year',
  redeemed: false,
  granted_datetime: '2026-11-01T10:00:00.000Z',
  mailed_to: null,
  returnable_until: '2026-12-01T10:00:00.000Z',
  ...over,
});

/** A list as the billing service answers it. */
export const listOf = <T>(name: string, items: readonly T[]) => ({
  _embedded: { [name]: items },
  total_count: items.length,
  _links: {},
});
