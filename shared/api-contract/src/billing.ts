import { z } from 'zod';
import { Id, IdParams, Links, type Call } from './common.ts';
import { billingEndpoints } from './endpoints/billing.ts';
import { MultiLine } from './text.ts';

/** Header of every billing call, and the one value it may have. A call without it counts as one of this domain. */
export const BILLING_DOMAIN_HEADER = 'billing-domain';
export const BILLING_DOMAIN = 'mmf';
/** Purchases are made from here, whatever the country of the account. */
export const BILLING_COUNTRY = 'US';

/** An amount is an integer of the currency's minor unit: 599 is 5.99 dollars. */
export const PricePoint = z.object({ amount: z.number().int().min(0), currency: z.string() });
export type PricePoint = z.infer<typeof PricePoint>;

export const FrequencyUnit = z.enum(['day', 'month', 'year']);
export type FrequencyUnit = z.infer<typeof FrequencyUnit>;
const Duration = z.object({ duration_interval: z.number().int().positive(), duration_unit: FrequencyUnit });
const Platform = z.object({ platform_name: z.string(), payment_providers: z.array(z.string()) });

export const SubscriptionDetails = z.object({
  frequency_interval: z.number().int().positive(),
  frequency_unit: FrequencyUnit,
  /** Null where there is no free trial. */
  trial_details: Duration.nullable(),
});

export const ProductId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Choose a product from the list.');
export const Product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null for lifetime, which is paid once. */
  subscription_details: SubscriptionDetails.nullable(),
  availability_details: z.object({ price_point: PricePoint, available_platforms: z.array(Platform) }),
  /** Days of the trial that the caller may start now; 0 after the first subscription. */
  trial_days: z.number().int().min(0),
  _links: Links,
});
export type Product = z.infer<typeof Product>;

/** `state` says more than `subscription_status`, which is `active` while premium is open. */
export const SubscriptionState = z.enum([
  'trialing',
  'active',
  'past_due',
  'canceled',
  'expired',
  'payment_failed',
  'refunded',
  'disputed',
  'replaced',
]);
export const PaidSubscription = z.object({
  subscription_id: Id,
  product_id: z.string(),
  product_name: z.string(),
  subscription_status: z.enum(['active', 'expired']),
  state: SubscriptionState,
  is_trial: z.boolean(),
  requested_cancellation: z.boolean(),
  subscription_start_date: z.string(),
  /** Null for lifetime. */
  subscription_end_date: z.string().nullable(),
  /** -1 is without an end. */
  days_remaining: z.number().int().min(-1),
  subscription_details: SubscriptionDetails.nullable(),
  payment_details: z.object({ price_point: PricePoint, platform_details: Platform }),
  billing_details: z.object({
    coupon: z.string().nullable(),
    country_code: z.string(),
    payment_provider: z.string(),
  }),
  /** What is charged next unless it is ended before; null when nothing is. */
  next_payment: z.object({ date: z.string(), price_point: PricePoint }).nullable(),
  /** The product that replaces this one at the end of the period. */
  next_product_id: z.string().nullable(),
  _links: Links,
});
export type PaidSubscription = z.infer<typeof PaidSubscription>;

export const BillingProfile = z.object({
  id: Id,
  billing_profile_id: Id,
  payment_provider: z.string(),
  /** The provider's name for the card. It is no card number. */
  cc_token: z.string(),
  is_default: z.boolean(),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
  }),
  _links: Links,
});
export type BillingProfile = z.infer<typeof BillingProfile>;
const CardToken = z.string().min(3).max(200);

export const CouponCode = z.string().trim().min(3).max(40);
export const Coupon = z.object({
  id: z.string(),
  /** Free time that the coupon opens; null where it takes something off the price instead. */
  duration_interval: z.number().int().positive().nullable(),
  duration_unit: FrequencyUnit.nullable(),
  percent_off: z.number().int().min(0).max(100),
  product_ids: z.array(z.string()),
  new_members_only: z.boolean(),
  expires: z.string().nullable(),
  _links: Links,
});
export type Coupon = z.infer<typeof Coupon>;
export const UserCoupon = z.object({
  id: Id,
  user_id: Id,
  coupon_id: z.string(),
  country_code: z.string(),
  redeemed: z.boolean(),
  granted_datetime: z.string(),
  redeemed_datetime: z.string().nullable(),
  coupon: Coupon,
  _links: Links,
});
export type UserCoupon = z.infer<typeof UserCoupon>;

const ReceiptParty = z.object({ name: z.string(), lines: z.array(z.string()) });
/** Never changes once issued; a refund is a receipt of its own with negative amounts. */
export const Receipt = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  issued_datetime: z.string(),
  seller: ReceiptParty,
  description: z.string(),
  period: z.object({ start: z.string(), end: z.string().nullable() }).nullable(),
  currency: z.string(),
  net_amount: z.number().int(),
  tax_amount: z.number().int(),
  /** In hundredths of a percent. */
  tax_rate: z.number().int(),
  tax_label: z.string(),
  total_amount: z.number().int(),
  method: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** No real money was taken. */
  is_test: z.boolean(),
  _links: Links,
});
export type Receipt = z.infer<typeof Receipt>;

/** A code that opens premium once, for whoever redeems it. */
export const Gift = z.object({
  id: Id,
  code: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  duration_interval: z.number().int().positive(),
  duration_unit: FrequencyUnit,
  redeemed: z.boolean(),
  granted_datetime: z.string(),
  /** Where the member had it mailed to last. */
  mailed_to: z.string().nullable(),
  /** Its money goes back until then while nobody uses it; null for one that is used or was not paid for. */
  returnable_until: z.string().nullable(),
});
export type Gift = z.infer<typeof Gift>;

const list = <T extends z.ZodType, K extends string>(key: K, item: T) =>
  z.object({
    _embedded: z.object({ [key]: z.array(item) } as Record<K, z.ZodArray<T>>),
    total_count: z.number().int(),
    _links: Links,
  });

export const billingCalls = {
  profiles: {
    ...billingEndpoints.profiles,
    summary: 'Cards of the member',
    response: list('billing_profiles', BillingProfile),
  },
  addProfile: {
    ...billingEndpoints.addProfile,
    summary: 'Add a card by the token of the payment provider',
    body: z.object({ cc_token: CardToken, is_default: z.boolean().default(false) }),
    response: BillingProfile,
    status: 201,
  },
  updateProfile: {
    ...billingEndpoints.updateProfile,
    summary: 'Make a card the default',
    params: IdParams,
    body: z.object({ is_default: z.literal(true) }),
    response: BillingProfile,
  },
  removeProfile: {
    ...billingEndpoints.removeProfile,
    summary: 'Remove a card; a remaining one becomes the default',
    params: IdParams,
    status: 204,
  },
  subscriptions: {
    ...billingEndpoints.subscriptions,
    summary: 'Subscriptions of the member, the newest first',
    response: list('paid_subscriptions', PaidSubscription),
  },
  subscribe: {
    ...billingEndpoints.subscribe,
    summary: 'Buy with a stored card in one call',
    body: z.object({
      product_id: ProductId,
      billing_profile_id: Id,
      coupon: CouponCode.optional(),
      /** Agreed to apart: the subscription renews until it is ended. */
      accepts_renewal_terms: z.boolean(),
    }),
    response: PaidSubscription,
    status: 201,
  },
  updateSubscription: {
    ...billingEndpoints.updateSubscription,
    summary: 'End or keep a subscription at the end of its period, or change to another product then',
    params: IdParams,
    body: z
      .object({ requested_cancellation: z.boolean().optional(), product_id: ProductId.optional() })
      .refine(
        ({ requested_cancellation, product_id }) =>
          (requested_cancellation === undefined) !== (product_id === undefined),
        'Send either requested_cancellation or product_id.',
      ),
    response: PaidSubscription,
  },
  products: {
    ...billingEndpoints.products,
    summary: 'What can be bought',
    response: list('products', Product),
  },
  product: {
    ...billingEndpoints.product,
    summary: 'One product with its price',
    params: z.object({ id: ProductId }),
    response: Product,
  },
  coupon: {
    ...billingEndpoints.coupon,
    summary: 'Look a coupon up',
    params: z.object({ code: CouponCode }),
    response: Coupon,
  },
  userCoupons: {
    ...billingEndpoints.userCoupons,
    summary: 'Coupons that the member has claimed',
    response: list('user_coupons', UserCoupon),
  },
  claimCoupon: {
    ...billingEndpoints.claimCoupon,
    summary: 'Claim a coupon: one of its uses is taken',
    body: z.object({
      coupon_id: CouponCode,
      country_code: z.literal(BILLING_COUNTRY).default(BILLING_COUNTRY),
    }),
    response: UserCoupon,
    status: 201,
  },
  checkCoupon: {
    ...billingEndpoints.checkCoupon,
    summary: 'Whether the member could claim a coupon; nothing is taken',
    body: z.object({ coupon_id: CouponCode, product_id: ProductId.optional() }),
    response: z.object({ grantable: z.literal(true), coupon: Coupon }),
  },
  redeemCoupon: {
    ...billingEndpoints.redeemCoupon,
    summary: 'Redeem a claimed coupon of free time',
    params: IdParams,
    body: z.object({ redeemed: z.literal(true) }),
    response: UserCoupon,
  },
  receipts: {
    ...billingEndpoints.receipts,
    summary: 'Receipts of the member, the newest first',
    response: list('receipts', Receipt),
  },
  receiptPdf: { ...billingEndpoints.receiptPdf, summary: 'One receipt as PDF', params: IdParams },
  gifts: {
    ...billingEndpoints.gifts,
    summary: 'Gift codes that the member has to give away, the newest first',
    response: list('gifts', Gift),
  },
  mailGift: {
    ...billingEndpoints.mailGift,
    summary: 'Mail a gift code to whoever it is for',
    params: IdParams,
    body: z.object({
      email: z.email('Enter an e-mail address.').trim().max(254),
      message: MultiLine.trim().max(300).default(''),
    }),
    response: Gift,
    status: 201,
  },
  returnGift: {
    ...billingEndpoints.returnGift,
    summary: 'Return a bought gift that nobody has used: its money goes back',
    params: IdParams,
    response: list('gifts', Gift),
  },
  receipt: { ...billingEndpoints.receipt, summary: 'One receipt', params: IdParams, response: Receipt },
} satisfies Record<keyof typeof billingEndpoints, Call>;
