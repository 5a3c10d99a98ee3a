import type { PublishedManifest } from '@waymark/contract/manifest';
import { isCompatible } from '@waymark/contract/version';
import type { HostAssets } from '../../boot.ts';
import type { FoundPage } from './find-page.ts';

/** A script to fetch ahead. With integrity it is fetched as the loader will: with CORS. */
export interface Preload {
  href: string;
  integrity?: string;
}

/**
 * What a remote's page needs after the shell: the host's further scripts, the remote's entry and the page's chunk.
 * @param manifest of the version that the visitor gets
 */
export function preloadsFor(
  assets: Pick<HostAssets, 'fed'>,
  { remote, page }: Pick<FoundPage, 'remote' | 'page'>,
  manifest: PublishedManifest | undefined,
): Preload[] {
  if (!remote || !page) return [];
  const own = assets.fed.map((file) => ({ href: `/assets/${file}` }));
  if (!isCompatible(remote.contract)) return own;
  const chunks = (page.chunk && manifest?.chunks[page.chunk]) || [];
  const theirs = [remote.entry, ...chunks].map((file) => ({
    href: remote.base + file,
    integrity: manifest?.files.find((entry) => entry.path === file)?.integrity ?? remote.integrity,
  }));
  // A remote under development has no integrity, so its scripts would be fetched twice.
  return [...own, ...theirs.filter(({ integrity }) => integrity)];
}
