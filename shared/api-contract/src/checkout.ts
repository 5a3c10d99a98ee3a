import { z } from 'zod';
import { CouponCode, Gift, PaidSubscription, ProductId } from './billing.ts';
import { Id, IdText, type Call } from './common.ts';
import { checkoutEndpoints } from './endpoints/billing.ts';

/** Domains that the address of a payment page may name. */
export const CHECKOUT_DOMAINS = ['mmf', 'waymark'] as const;
export const CheckoutDomain = z.enum(CHECKOUT_DOMAINS);

/**
 * - requires_payment_method: choose a card and prepare
 * - requires_action: the bank wants a confirmation; `confirmationUrl` or `paymentIntentClientSecret` lead there
 * - processing: taken or not, it is not known yet; nothing else can be paid meanwhile
 * - succeeded: paid; complete the transaction
 * - canceled: this checkout is over, begin anew
 */
export const PaymentIntentStatus = z.enum([
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
]);
export type PaymentIntentStatus = z.infer<typeof PaymentIntentStatus>;

/** A checkout. Amounts are integers of the minor unit. */
export const PaymentIntent = z.object({
  checkoutUrl: z.string(),
  paymentIntentId: Id,
  paymentIntentStatus: PaymentIntentStatus,
  /** For the provider's script; null where its own page does not need one. */
  paymentIntentClientSecret: z.string().nullable(),
  confirmationUrl: z.string().nullable(),
  /** What is charged now, tax included. */
  amount: z.number().int().min(0),
  currency: z.string(),
  product_id: z.string(),
  list_amount: z.number().int().min(0),
  discount_amount: z.number().int().min(0),
  /** Unused time of the subscription that this one replaces. */
  credit_amount: z.number().int().min(0),
  tax_amount: z.number().int().min(0),
  tax_label: z.string(),
  /** Charged at each renewal; null where nothing renews. */
  renewal_amount: z.number().int().min(0).nullable(),
  /** Charged at the end of the free time, where a coupon lowers that payment; null where it costs `renewal_amount`. */
  first_renewal_amount: z.number().int().min(0).nullable(),
  trial_days: z.number().int().min(0),
  /** Why the last try failed, in the provider's word; null when none did. */
  error_code: z.string().nullable(),
  subscription: PaidSubscription.nullable(),
  /** Bought for somebody else. */
  is_gift: z.boolean(),
  /** What was bought for somebody else; null until it is paid, and when it was returned. */
  gift: Gift.nullable(),
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

const OfIntent = z.object({ paymentIntentId: Id });

export const checkoutCalls = {
  paymentIntent: {
    ...checkoutEndpoints.paymentIntent,
    summary: 'A checkout as it stands',
    params: z.object({ domain: CheckoutDomain, id: IdText }),
    response: PaymentIntent,
  },
  createPaymentIntent: {
    ...checkoutEndpoints.createPaymentIntent,
    summary: 'Begin a checkout; the same choice again answers the checkout that is open',
    body: z.object({
      product_id: ProductId,
      coupon: CouponCode.optional(),
      /** For somebody else: a code instead of premium for the member. */
      is_gift: z.boolean().default(false),
      domain: CheckoutDomain.default('mmf'),
    }),
    response: PaymentIntent,
    status: 201,
  },
  addCard: {
    ...checkoutEndpoints.addCard,
    summary: 'Store a card by the token of the payment provider, for this checkout and the renewals',
    body: OfIntent.extend({ cc_token: z.string().min(3).max(200) }),
    response: z.object({ billing_profile_id: Id, paymentIntent: PaymentIntent }),
  },
  prepareToCapture: {
    ...checkoutEndpoints.prepareToCapture,
    summary: 'Pay with a stored card; the same call again never charges twice',
    body: OfIntent.extend({ billing_profile_id: Id, accepts_renewal_terms: z.boolean() }),
    response: PaymentIntent,
  },
  completeTransaction: {
    ...checkoutEndpoints.completeTransaction,
    summary: 'Read the outcome from the provider and open what was paid',
    body: OfIntent,
    response: PaymentIntent,
  },
} satisfies Record<keyof typeof checkoutEndpoints, Call>;
