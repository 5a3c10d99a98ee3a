import type { Session } from '@waymark/contract';
import { accessTo, redirectFor } from '@waymark/contract/guard';
import type { RemotePage } from '@waymark/contract/manifest';

/** Pages of remotes, as far as the guard reads them. */
type Pages = readonly { pages: readonly Pick<RemotePage, 'pattern' | 'resolves'>[] }[];

const isForApps = (pattern: string): boolean => pattern.startsWith('/mobile/');

/**
 * The page on which a member resolves what keeps them from a page with a guard; null where nothing does. Without such a
 * page among the remotes nobody is kept out. Pages for apps lead to one for apps, where there is one.
 */
export function resolvingPath(
  remotes: Pages,
  {
    pattern,
    guard,
    resolves,
    openWhileBlocked,
  }: Pick<RemotePage, 'pattern' | 'guard' | 'resolves' | 'openWhileBlocked'>,
  { blockedBy }: Pick<Session, 'blockedBy'>,
): string | null {
  if (guard === 'none' || blockedBy === null || resolves === blockedBy || openWhileBlocked) return null;
  const patterns = remotes
    .flatMap(({ pages }) => pages)
    .filter((page) => page.resolves === blockedBy)
    .map((page) => page.pattern);
  return patterns.find((one) => isForApps(one) === isForApps(pattern)) ?? patterns[0] ?? null;
}

/** Where a visitor is sent who may not see a page, with the way back; null where they stay. */
export function redirectOf(
  remotes: Pages,
  page: RemotePage | null,
  session: Session,
  from: string,
): string | null {
  const access = accessTo(page?.guard ?? 'none', session);
  const elsewhere = redirectFor(access, from);
  if (elsewhere !== null || page === null || access !== 'allowed') return elsewhere;
  const path = resolvingPath(remotes, page, session);
  return path === null ? null : `${path}?next=${encodeURIComponent(from)}`;
}
