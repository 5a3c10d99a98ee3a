import type { PartnerSetting } from '@waymark/api-contract';
import type { ResolvedRemote } from '@waymark/contract/manifest';
import type { FoundPage } from './find-page.ts';

/** Name of the part of an address that names a partner: its code and the ending. */
const PARAM = 'partner';
const ENDING = '_routes';
const PART = new RegExp(`^:${PARAM}(\\(.+\\))?$`);
/** A restriction that nothing meets. */
const NOBODY = '(?!)';

/**
 * Where a page's address names a partner, only a configured one leads there: every other is not found, for the edge
 * and for the browser alike.
 * @param partners null while the settings are not known: then nobody is refused
 */
export function withinPartners(
  remotes: ResolvedRemote[],
  partners: readonly PartnerSetting[] | null,
): ResolvedRemote[] {
  if (!partners) return remotes;
  const known = partners.map(({ code }) => code + ENDING).join('|') || NOBODY;
  const isPartner = (part: string) => PART.test(part);
  const restrict = (pattern: string) =>
    pattern
      .split('/')
      .map((part) => (isPartner(part) ? `:${PARAM}(${known})` : part))
      .join('/');
  return remotes.map((remote) =>
    remote.pages.some(({ pattern }) => pattern.split('/').some(isPartner))
      ? { ...remote, pages: remote.pages.map((page) => ({ ...page, pattern: restrict(page.pattern) })) }
      : remote,
  );
}

/** Who may show a page in a frame, as `frame-ancestors` says it. */
export function frameAncestors(
  { page, params }: Pick<FoundPage, 'page' | 'params'>,
  partners: readonly PartnerSetting[] | null,
): string {
  if (page?.frame === 'anyone') return '*';
  if (page?.frame !== 'partners') return "'none'";
  const partner = partners?.find(({ code }) => code + ENDING === params[PARAM]);
  return partner?.origins.join(' ') || "'none'";
}
