import type { Rollout } from '@waymark/api-contract';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { isCompatible } from '@waymark/contract/version';
import type { HostAssets } from '../../boot.ts';
import type { EarlyScript } from './early.ts';
import { type FoundPage, pageVariant } from './find-page.ts';

/** A script to fetch ahead. With integrity it is fetched as the loader will: with CORS. */
export interface Preload {
  href: string;
  integrity?: string;
}

/** The host's further scripts. */
export const hostPreloads = (assets: Pick<HostAssets, 'fed'>): Preload[] =>
  assets.fed.map((file) => ({ href: `/assets/${file}` }));

/**
 * What a remote's page needs after the shell: the host's further scripts, the remote's entry, the page's chunk, and the
 * chunks of the visitor's variant of it.
 * @param manifest of the version that the visitor gets
 * @param early what runs before the application: where it makes the page usable, it brings the chunks of the variant
 */
export function preloadsFor(
  assets: Pick<HostAssets, 'fed'>,
  { remote, page }: Pick<FoundPage, 'remote' | 'page'>,
  manifest: PublishedManifest | undefined,
  rollouts: readonly Rollout[] = [],
  early?: Pick<EarlyScript, 'ahead'>,
): Preload[] {
  if (!remote || !page) return [];
  const own = hostPreloads(assets);
  if (!isCompatible(remote.contract)) return own;
  const ofVariant = early?.ahead ? [] : (pageVariant(page, rollouts)?.chunks ?? []);
  const names = [page.chunk, ...ofVariant];
  const chunks = names.flatMap((name) => (name && manifest?.chunks[name]) || []);
  const theirs = [...new Set([remote.entry, ...chunks])].map((file) => ({
    href: remote.base + file,
    integrity: manifest?.files.find((entry) => entry.path === file)?.integrity ?? remote.integrity,
  }));
  // A remote under development has no integrity, so its scripts would be fetched twice.
  return [...own, ...theirs.filter(({ integrity }) => integrity)];
}
