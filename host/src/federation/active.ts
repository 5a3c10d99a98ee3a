import type { ResolvedRemote } from '@waymark/contract';
import { matchPath, specificity } from '@waymark/contract/paths';

/** The one remote that a path belongs to: of all matching page patterns the most exact one decides. */
export function remoteAt(remotes: readonly ResolvedRemote[], path: string): string | null {
  let best: { name: string; weight: number } | null = null;
  for (const { name, pages } of remotes)
    for (const { pattern } of pages) {
      const weight = specificity(pattern);
      if ((!best || weight > best.weight) && matchPath(pattern, path)) best = { name, weight };
    }
  return best?.name ?? null;
}

/** webpackChunkName of the page at a path, when the remote gave it one. */
export function pageChunkAt(remote: ResolvedRemote, path: string): string | undefined {
  return remote.pages
    .filter(({ pattern }) => matchPath(pattern, path))
    .toSorted((a, b) => specificity(b.pattern) - specificity(a.pattern))[0]?.chunk;
}
