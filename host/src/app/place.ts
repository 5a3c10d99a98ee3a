import { trimTrailingSlashes } from '@waymark/contract/paths';

/** Where the visitor is: `path` without query, `search` with its question mark or empty. */
export interface Place {
  path: string;
  search: string;
}

export function parsePlace(address: string): Place {
  const [beforeHash = '/'] = address.split('#');
  const question = beforeHash.indexOf('?');
  return question < 0
    ? { path: beforeHash || '/', search: '' }
    : { path: beforeHash.slice(0, question) || '/', search: beforeHash.slice(question) };
}

export const addressOf = (place: Place): string => place.path + place.search;
/** `/us` and `/us/` are the same page. */
export const samePath = (a: string, b: string): boolean => trimTrailingSlashes(a) === trimTrailingSlashes(b);
