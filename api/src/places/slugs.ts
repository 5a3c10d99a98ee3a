/** Addresses below a country that are pages of their own. */
export const RESERVED_SLUGS = ['stores'];

/** The part of a city's address behind its country: `austin-tx`; with its id where another one has that. */
export const citySlug = (name: string, state: string | undefined, id?: number): string =>
  [name || 'place', state, id].filter((part) => part !== undefined && part !== '').join('-');
