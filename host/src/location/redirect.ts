import type { Session } from '@waymark/contract';
import { accessTo, redirectFor } from '@waymark/contract/guard';
import type { RemotePage } from '@waymark/contract/manifest';

/** Pages of remotes, as far as the guard reads them. */
type Pages = readonly { pages: readonly Pick<RemotePage, 'pattern' | 'resolves'>[] }[];

/**
 * The page on which a member resolves what keeps them from a page with a guard; null where nothing does. Without such a
 * page among the remotes nobody is kept out.
 */
export function resolvingPath(
  remotes: Pages,
  { guard, resolves, openWhileBlocked }: Pick<RemotePage, 'guard' | 'resolves' | 'openWhileBlocked'>,
  { blockedBy }: Pick<Session, 'blockedBy'>,
): string | null {
  if (guard === 'none' || blockedBy === null || resolves === blockedBy || openWhileBlocked) return null;
  for (const { pages } of remotes)
    for (const page of pages) if (page.resolves === blockedBy) return page.pattern;
  return null;
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
