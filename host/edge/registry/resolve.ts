import { hash } from 'node:crypto';
import type { PublishedManifest, ResolvedRemote } from '@waymark/contract/manifest';
import type { Registry, RemoteRecord } from './model.ts';

/** Where a visitor stands for one remote: evenly spread over 0 (included) to 100 (excluded), always the same. */
export function bucket(visitorId: string, remote: string): number {
  const start = hash('sha256', `${remote}\n${visitorId}`, 'hex').slice(0, 8);
  return (Number.parseInt(start, 16) / 2 ** 32) * 100;
}

/** The canary for the visitors in its share, the live version, where there is one, for everyone else. Without an id a visitor gets the live one. */
export function chooseVersion(remote: string, record: RemoteRecord, visitorId: string | null): string | null {
  const { canary, live } = record;
  return canary && visitorId !== null && bucket(visitorId, remote) < canary.percent ? canary.version : live;
}

/** Gives the manifest of a published version, or undefined when it cannot be read. */
export type ManifestOf = (remote: string, version: string) => PublishedManifest | undefined;

/**
 * Every remote as one visitor gets it. The version to fall back on is the live one beside a canary, else the last good one.
 * A version whose manifest cannot be read is passed over; a remote with none left is left out.
 */
export function resolve(
  registry: Registry,
  visitorId: string | null,
  manifestOf: ManifestOf,
): ResolvedRemote[] {
  return Object.entries(registry.remotes).flatMap(([name, record]) => {
    const wanted = [chooseVersion(name, record, visitorId), record.live, record.lastGood];
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
