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

/** One version of a remote that may be started. */
export interface Candidate {
  name: string;
  version: string;
  pages: ResolvedRemote['pages'];
  contract: string;
  shared: Record<string, string>;
  /** Full address of its script. */
  entry: string;
  /** Empty only for a developer's own server, whose files change as they are edited. */
  integrity: string;
}

/**
 * The versions of a remote to try, in order: the one resolved for this visitor, then the last good one.
 * @param page address that relative ones are based on
 */
export function candidatesOf(remote: ResolvedRemote, page: string): Candidate[] {
  const { name, pages, lastGood } = remote;
  return [remote, ...(lastGood ? [lastGood] : [])].map(
    ({ version, contract, shared, base, entry, integrity }) => ({
      name,
      version,
      pages,
      contract,
      shared,
      entry: new URL(entry, new URL(base, page)).href,
      integrity,
    }),
  );
}

/** A remote's name as a property of `window`, where its script puts it. */
export const containerName = (remote: string): string => remote.replaceAll('-', '_');

/** Origins that scripts may come from: the page's own and those the registry named. */
export const scriptOrigins = (remotes: readonly ResolvedRemote[], page: string): Set<string> =>
  new Set([
    new URL(page).origin,
    ...remotes.flatMap((remote) => candidatesOf(remote, page)).map(({ entry }) => new URL(entry).origin),
  ]);
