import type { Layout, RemotePage, ResolvedRemote } from '@waymark/contract';
import { matchPath, specificity } from '@waymark/contract/paths';
import type { Boot } from '../../boot.ts';
import { samePath } from '../app/place.ts';

/** The page behind a path: the host's own, or one of a remote. */
export type Page =
  | { kind: 'home' | 'not-found'; layout: Layout }
  | { kind: 'remote'; remote: ResolvedRemote; page: RemotePage; layout: Layout };

export const NORMAL: Layout = { wide: false, reduced: false, header: true, footer: true };

/** The remote and the one of its pages that a path belongs to; of several the most exact. */
export function remotePageAt(
  remotes: readonly ResolvedRemote[],
  path: string,
): { remote: ResolvedRemote; page: RemotePage } | null {
  let best: { remote: ResolvedRemote; page: RemotePage } | null = null;
  for (const remote of remotes)
    for (const page of remote.pages)
      if (
        matchPath(page.pattern, path) &&
        (!best || specificity(page.pattern) > specificity(best.page.pattern))
      )
        best = { remote, page };
  return best;
}

/** The address of the page that a remote has for this part of the header; null without one. */
export function pageWithRole(
  remotes: readonly Pick<ResolvedRemote, 'pages'>[],
  role: NonNullable<RemotePage['role']>,
): string | null {
  for (const { pages } of remotes) for (const page of pages) if (page.role === role) return page.pattern;
  return null;
}

/** @param first the address the document was asked for, where the edge's word counts */
export function pageAt(boot: Boot, path: string, first?: string): Page {
  if (samePath(path, '/')) return { kind: 'home', layout: NORMAL };
  if (samePath(path, '/error/notfound')) return { kind: 'not-found', layout: NORMAL };
  const refused = first === path && boot.page.status === 404;
  const found = refused ? null : remotePageAt(boot.remotes, path);
  return found
    ? { kind: 'remote', ...found, layout: found.page.layout }
    : { kind: 'not-found', layout: NORMAL };
}
