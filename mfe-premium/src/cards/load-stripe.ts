import { loadStripe as loadStripeScript } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

/**
 * Stripe's own code, from Stripe: it may not be kept elsewhere. The documents of pages with `"payment": true` let it in.
 * @throws Error when it does not load; it can be asked for again
 */
export async function loadStripe(key: string): Promise<Stripe> {
  const stripe = await loadStripeScript(key);
  if (!stripe) throw new Error('The payment provider gave no client.');
  return stripe;
}
