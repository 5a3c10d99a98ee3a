import type { ResolvedRemote } from '@waymark/contract';

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
