import { hash } from 'node:crypto';
import type { PublishedManifest, ResolvedRemote } from '@waymark/contract/manifest';
import type { Registry, RemoteRecord } from './model.ts';

const SHARES = 100;

/**
 * Where a share of visitors (0 to 99) stands in the queue for the canary of a remote: each remote begins with others, so
 * that not the same visitors get every canary.
 */
function placeInQueue(share: number, remote: string): number {
  const start = Number.parseInt(hash('sha256', remote, 'hex').slice(0, 8), 16);
  return (start + share) % SHARES;
}

/** The canary for the visitors in its share, the live version, where there is one, for everyone else. */
export function chooseVersion(remote: string, record: RemoteRecord, share: number | null): string | null {
  const { canary, live } = record;
  return canary && share !== null && placeInQueue(share, remote) < canary.percent ? canary.version : live;
}

/** Gives the manifest of a published version, or undefined when it cannot be read. */
export type ManifestOf = (remote: string, version: string) => PublishedManifest | undefined;

/**
 * Every remote as one visitor gets it. The version to fall back on is the live one beside a canary, else the last good one.
 * A version whose manifest cannot be read is passed over; a remote with none left is left out.
 */
export function resolve(registry: Registry, share: number | null, manifestOf: ManifestOf): ResolvedRemote[] {
  return Object.entries(registry.remotes).flatMap(([name, record]) => {
    const wanted = [chooseVersion(name, record, share), record.live, record.lastGood];
    const [first, second] = [...new Set(wanted)].flatMap((version) => {
      const manifest = version && manifestOf(name, version);
      return manifest ? [{ manifest, ...addressOf(name, version, manifest) }] : [];
    });
    if (!first) return [];
    const { manifest, ...address } = first;
    const { manifest: _, ...lastGood } = second ?? { manifest: null };
    return [
      {
        name,
        ...(manifest.title !== undefined && { title: manifest.title }),
        ...address,
        ...(manifest.menu && { menu: manifest.menu }),
        pages: manifest.pages,
        ...(second && { lastGood: lastGood as typeof address }),
      },
    ];
  });
}

function addressOf(name: string, version: string, { contract, shared, entry, files }: PublishedManifest) {
  const integrity = files.find((file) => file.path === entry)?.integrity ?? '';
  return { version, contract, shared, base: `/remotes/${name}/${version}/`, entry, integrity };
}
