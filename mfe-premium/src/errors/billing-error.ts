import { ApiError } from '@waymark/contract';

/** The provider's card fields gave no token. The message is the provider's own. */
export class CardTokenError extends Error {
  override readonly name = 'CardTokenError';
}

/** What a failed call of billing says about itself. */
export interface BillingError {
  /** `error_details.code`, or else `error`; 'unknown' without either. */
  code: string;
  description: string;
}

/** Plans that cannot be shown are reported under this code. */
export const PRODUCT_FETCH_CODE = 'product_fetch/1';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** Reads code and sentence of a failed call. */
export function billingErrorOf(error: unknown): BillingError {
  const body: unknown = error instanceof ApiError ? error.body : null;
  const {
    error_details: details,
    error: code,
    error_description: description,
  } = typeof body === 'object' && body !== null
    ? (body as { error_details?: { code?: unknown }; error?: unknown; error_description?: unknown })
    : {};
  return {
    code: textOf(details?.code) ?? textOf(code) ?? 'unknown',
    description: textOf(description) ?? '',
  };
}
