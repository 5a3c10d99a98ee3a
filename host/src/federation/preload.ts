import type { PublishedManifest, ResolvedRemote } from '@waymark/contract';
import { pageChunkAt } from './choices.ts';

/**
 * Fetches a remote's script, and with a path also the chunk of the page there, ahead of the click.
 * Each file once; a failure is left for the click to show.
 */
export function createPreloader(): (remote: ResolvedRemote, path?: string) => void {
  const asked = new Set<string>();
  const manifests = new Map<string, Promise<PublishedManifest>>();

  function fetchScript(href: string, integrity: string): void {
    if (asked.has(href)) return;
    asked.add(href);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    // The same as on the script later, or the browser fetches it twice.
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    if (window.waymark?.nonce) link.nonce = window.waymark.nonce;
    link.href = href;
    document.head.append(link);
  }

  async function fetchChunk(remote: ResolvedRemote, chunk: string): Promise<void> {
    const { base } = remote;
    const known = manifests.get(base) ?? fetch(`${base}manifest.json`).then((answer) => answer.json());
    manifests.set(base, known);
    const { chunks, files } = (await known) as PublishedManifest;
    for (const path of chunks[chunk] ?? [])
      fetchScript(base + path, files.find((file) => file.path === path)?.integrity ?? '');
  }

  return (remote, path) => {
    fetchScript(remote.base + remote.entry, remote.integrity);
    const chunk = path && pageChunkAt(remote, path);
    if (chunk) fetchChunk(remote, chunk).catch(() => manifests.delete(remote.base));
  };
}
