import type { Stripe, StripeError } from '@stripe/stripe-js';
import { ApiError } from '@waymark/contract';
import { CardTokenError } from '../errors/billing-error.ts';

/** @throws CardTokenError with the provider's sentence when the member or the bank refused */
export async function confirmAtProvider(key: string, clientSecret: string): Promise<void> {
  const { loadStripe } = await import(/* webpackChunkName: "stripe" */ './load-stripe.ts');
  const stripe = await loadStripe(key);
  const { error } = await confirm(stripe, clientSecret);
  if (error) throw new CardTokenError(error.message ?? '');
}

/**
 * What the bank refused with nobody there waits for no action at Stripe, but for the same card once more, now with its
 * member. What was confirmed meanwhile needs nothing.
 */
async function confirm(stripe: Stripe, clientSecret: string): Promise<{ error?: StripeError }> {
  if (clientSecret.startsWith('seti_')) return stripe.handleNextAction({ clientSecret });
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
  if (error) return { error };
  const { status, last_payment_error: refusal } = paymentIntent;
  const card = refusal?.payment_method?.id;
  if (status === 'requires_payment_method' && card !== undefined)
    return stripe.confirmCardPayment(clientSecret, { payment_method: card });
  return status === 'requires_action' ? stripe.handleNextAction({ clientSecret }) : {};
}

/** Stores a card; where its bank wants to ask the member first, in a window of the provider's, it is stored after that. */
export async function storeConfirmed<T>(key: string | null, store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (key === null || !(error instanceof ApiError) || error.code !== 'card_confirmation_required')
      throw error;
    const { parameters } = error.body as { parameters: { client_secret: string } };
    await confirmAtProvider(key, parameters.client_secret);
    return store();
  }
}
