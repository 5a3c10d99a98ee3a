import type { ResolvedRemote } from '@waymark/contract/manifest';

const FREE = ':countryCode';

/**
 * Where a page's address has a country code, only a configured one leads there: every other is not found, for the
 * edge and for the browser alike.
 * @param countries codes as the settings list them; none, while the settings are not known, restricts nothing
 */
export function withinCountries(
  remotes: readonly ResolvedRemote[],
  countries: readonly string[],
): ResolvedRemote[] {
  const known = countries.filter((code) => /^[a-z]+$/.test(code)).join('|');
  const restrict = (pattern: string) =>
    pattern
      .split('/')
      .map((part) => (part === FREE ? `${FREE}(${known})` : part))
      .join('/');
  return remotes.map((remote) =>
    known && remote.pages.some(({ pattern }) => pattern.split('/').includes(FREE))
      ? { ...remote, pages: remote.pages.map((page) => ({ ...page, pattern: restrict(page.pattern) })) }
      : remote,
  );
}
