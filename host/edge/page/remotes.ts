import type { PublishedManifest, ResolvedRemote } from '@waymark/contract/manifest';
import { errorFields, type Log } from '../log.ts';
import type { Registry } from '../registry/model.ts';
import type { Platform } from '../registry/platform.ts';
import { resolve } from '../registry/resolve.ts';

export interface RemotesNow {
  revision: number;
  /** Some remote has a canary, so visitors need an id. */
  canary: boolean;
  remotes(visitorId: string | null): ResolvedRemote[];
  manifest(name: string, version: string): PublishedManifest | undefined;
}

/** The registry as pages use it: a change counts from the next page load on, at the price of one look for a file. */
export function createRemotes(platform: Platform, log: Log): () => Promise<RemotesNow> {
  const manifests = new Map<string, PublishedManifest>();
  let registry: Registry | undefined;
  let resolved: ResolvedRemote[] | undefined;
  const manifestOf = (name: string, version: string) => manifests.get(`${name}/${version}`);

  async function load(name: string, version: string): Promise<void> {
    if (manifestOf(name, version)) return;
    try {
      manifests.set(`${name}/${version}`, await platform.manifest(name, version));
    } catch (error) {
      log.error({ remote: name, version, ...errorFields(error) }, 'published version unreadable');
    }
  }

  return async () => {
    const newest = await platform.store.read(registry);
    const records = Object.entries(newest.remotes);
    await Promise.all(
      records.flatMap(([name, { live, lastGood, canary }]) =>
        [live, lastGood, canary?.version]
          .filter((version) => typeof version === 'string')
          .map((version) => load(name, version)),
      ),
    );
    if (newest !== registry) resolved = undefined;
    registry = newest;
    return {
      revision: newest.revision,
      canary: records.some(([, record]) => record.canary !== null),
      remotes: (visitorId) =>
        visitorId === null
          ? (resolved ??= resolve(newest, null, manifestOf))
          : resolve(newest, visitorId, manifestOf),
      manifest: manifestOf,
    };
  };
}
