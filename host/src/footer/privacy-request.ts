const STATES = new Set(['CA', 'CO', 'CT', 'MT', 'OR', 'TX', 'UT', 'VA']);

/** The part of the geolocation answer that is read. */
interface Whereabouts {
  CountryISOCode?: { en?: string };
  StateISOCode?: { en?: string };
}

/** Does the law of where the visitor is give them a privacy request? */
export const hasPrivacyRequest = (where: Whereabouts): boolean =>
  where.CountryISOCode?.en === 'US' && STATES.has(where.StateISOCode?.en ?? '');

/** Looks up where the visitor is. A failure is only logged: the link stays away. */
export async function lookUpPrivacyRequest(
  lookUp: () => Promise<Whereabouts>,
  failed: () => void,
): Promise<boolean> {
  try {
    return hasPrivacyRequest(await lookUp());
  } catch {
    failed();
    return false;
  }
}
