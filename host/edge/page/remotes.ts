import type { PublishedManifest, ResolvedRemote } from '@waymark/contract/manifest';
import type { Log } from '../log.ts';
import type { Registry } from '../registry/model.ts';
import type { Platform } from '../registry/platform.ts';
import { resolve } from '../registry/resolve.ts';

export interface RemotesNow {
  revision: number;
  /** Some remote has a canary, so visitors need a share. */
  canary: boolean;
  /** @param share of visitors, 0 to 99; null without a canary */
  remotes(share: number | null): ResolvedRemote[];
  manifest(name: string, version: string): PublishedManifest | undefined;
}

/** The registry as pages use it: a change counts from the next page load on, at the price of one look for a file. */
export function createRemotes(platform: Platform, log: Log): () => Promise<RemotesNow> {
  const manifests = new Map<string, PublishedManifest>();
  const logged = new Set<string>();
  let registry: Registry | undefined;
  let resolved: ResolvedRemote[] | undefined;
  const manifestOf = (name: string, version: string) => manifests.get(`${name}/${version}`);

  /** Problems are met again with each page, and logged once. */
  function logOnce(fields: { remote: string; version: string }, problem: string, message: string): void {
    const key = `${fields.remote}/${fields.version} ${problem}`;
    if (!logged.has(key)) log.error({ ...fields, problem }, message);
    logged.add(key);
  }

  async function load(name: string, version: string): Promise<void> {
    if (manifestOf(name, version)) return;
    const fields = { remote: name, version };
    try {
      const manifest = await platform.manifest(name, version, (problem) =>
        logOnce(fields, problem, 'page of a published version is left out'),
      );
      manifests.set(`${name}/${version}`, manifest);
    } catch (error) {
      logOnce(fields, (error as Error).message, 'published version unreadable');
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
      remotes: (share) =>
        share === null
          ? (resolved ??= resolve(newest, null, manifestOf))
          : resolve(newest, share, manifestOf),
      manifest: manifestOf,
    };
  };
}
