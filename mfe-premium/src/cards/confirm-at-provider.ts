import { ApiError } from '@waymark/contract';
import { CardTokenError } from '../errors/card-token-error.ts';

/** @throws CardTokenError with the provider's sentence when the member or the bank refused */
export async function confirmAtProvider(key: string, clientSecret: string): Promise<void> {
  const { loadStripe } = await import(/* webpackChunkName: "stripe" */ './load-stripe.ts');
  const stripe = await loadStripe(key);
  const { error } = await stripe.handleNextAction({ clientSecret });
  if (error) throw new CardTokenError(error.message ?? '');
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
