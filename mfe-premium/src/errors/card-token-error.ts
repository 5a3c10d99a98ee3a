/** The provider's card fields gave no token. The message is the provider's own. */
export class CardTokenError extends Error {
  override readonly name = 'CardTokenError';
}
