import type { GeoLookup } from '@waymark/api-contract';

const STATES = new Set(['CA', 'CO', 'CT', 'MT', 'OR', 'TX', 'UT', 'VA']);

/** Does the law of where the visitor is give them a privacy request? */
export const hasPrivacyRequest = (where: GeoLookup): boolean =>
  where.CountryISOCode.en === 'US' && STATES.has(where.StateISOCode.en ?? '');

/** Looks up where the visitor is. A failure is only logged: the link stays away. */
export async function lookUpPrivacyRequest(
  lookUp: () => Promise<GeoLookup>,
  failed: () => void,
): Promise<boolean> {
  try {
    return hasPrivacyRequest(await lookUp());
  } catch {
    failed();
    return false;
  }
}
