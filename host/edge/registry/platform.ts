import path from 'node:path';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { canaryOf, recordOf, rollBack, setCanary, setLive, withdrawVersion } from './changes.ts';
import { type HistoryEntry, type Registry, type RemoteRecord, RegistryProblem } from './model.ts';
import { publish, type Published } from './publish.ts';
import { changedFiles, readManifest, readPublished, refuseIncompatible, versionFolder } from './published.ts';
import { openStore, type RegistryStore } from './store.ts';

export interface ChangeOptions {
  /** Who does it; stands in the history. */
  by: string;
  note?: string | undefined;
}

export interface Platform {
  store: RegistryStore;
  /** The manifest of a built folder. @throws RegistryProblem saying what is wrong with it */
  read(dist: string): Promise<PublishedManifest>;
  /** Copies a built version in; nobody gets it yet. */
  publish(dist: string): Promise<Published>;
  /** Publishes and makes live, or with `canary` gives it to that percentage of visitors. */
  deploy(dist: string, options: ChangeOptions & { canary?: number | undefined }): Promise<Published>;
  /** Makes the canary live, or a version that was published before. @returns the version */
  promote(name: string, version: string | undefined, options: ChangeOptions): Promise<string>;
  /** Makes the version live that was live before. @returns the version */
  rollback(name: string, options: ChangeOptions): Promise<string>;
  /**
   * Takes a version from everybody: `version`, whatever visitors get it as, or else the canary.
   * @returns the version, and the one that is live then
   */
  withdraw(
    name: string,
    options: ChangeOptions & { version?: string | undefined },
  ): Promise<{ withdrawn: string; live: string | null }>;
  history(name: string): Promise<HistoryEntry[]>;
  list(): Promise<Registry>;
  /** The manifest of a published version, without pages that cannot be served. @param onBadPage hears of each of those */
  manifest(name: string, version: string, onBadPage?: (problem: string) => void): Promise<PublishedManifest>;
  /** Compares what visitors can get with its hashes. @returns what is wrong, by remote and version */
  verify(name?: string): Promise<{ name: string; version: string; problems: string[] }[]>;
}

/**
 * Registry and published remotes in a folder (`<data>/platform`).
 * @param offers contract version of the host
 */
export function openPlatform(folder: string, offers?: string): Platform {
  const store = openStore(folder);
  const manifest = async (name: string, version: string, onBadPage: (problem: string) => void = () => {}) => {
    const published = await readPublished(versionFolder(folder, name, version));
    published.badPages.forEach(onBadPage);
    return published.manifest;
  };
  const occasion = ({ by, note }: ChangeOptions) => ({ by, note, at: new Date() });
  const recordAfter = async (name: string, apply: (registry: Registry) => Registry): Promise<RemoteRecord> =>
    recordOf(await store.change(apply), name);

  /** @throws RegistryProblem when a page of this version belongs to another remote */
  async function refuseTakenPages(wanted: PublishedManifest): Promise<void> {
    const { remotes } = await store.read();
    for (const [name, { live }] of Object.entries(remotes)) {
      if (name === wanted.name || live === null) continue;
      const theirs = new Set((await manifest(name, live)).pages.map((page) => page.pattern));
      const taken = wanted.pages.find((page) => theirs.has(page.pattern));
      if (taken) throw new RegistryProblem(`The page ${taken.pattern} belongs to ${name} already.`);
    }
  }

  return {
    store,
    manifest,
    read: readManifest,
    publish: (dist) => publish(folder, dist, offers),

    async deploy(dist, { canary, ...who }) {
      const published = await publish(folder, dist, offers);
      const { name, version } = published;
      await refuseTakenPages(published.manifest);
      await store.change((registry) =>
        canary === undefined
          ? setLive(registry, name, version, 'deploy', occasion(who))
          : setCanary(registry, name, { version, percent: canary }, occasion(who)),
      );
      return published;
    },

    async promote(name, version, who) {
      const wanted = version ?? canaryOf(recordOf(await store.read(), name), name).version;
      const found = await readManifest(versionFolder(folder, name, wanted));
      refuseIncompatible(found, offers);
      await refuseTakenPages(found);
      const record = await recordAfter(name, (registry) => {
        recordOf(registry, name);
        return setLive(registry, name, wanted, 'promote', occasion(who));
      });
      return record.live ?? wanted;
    },

    async rollback(name, who) {
      const record = await recordAfter(name, (registry) => rollBack(registry, name, occasion(who)));
      return record.live ?? '';
    },

    async withdraw(name, { version, ...who }) {
      let withdrawn = '';
      const { live } = await recordAfter(name, (registry) => {
        withdrawn = version ?? canaryOf(recordOf(registry, name), name).version;
        return withdrawVersion(registry, name, withdrawn, occasion(who));
      });
      return { withdrawn, live };
    },

    history: async (name) => recordOf(await store.read(), name).history,
    list: () => store.read(),

    async verify(only) {
      const { remotes } = await store.read();
      const names = only === undefined ? Object.keys(remotes) : [only];
      const wanted = names.flatMap((name) => {
        const { live, lastGood, canary } = recordOf({ revision: 0, remotes }, name);
        const versions = [live, canary?.version, lastGood].filter((version) => typeof version === 'string');
        return [...new Set(versions)].map((version) => ({ name, version }));
      });
      return Promise.all(
        wanted.map(async ({ name, version }) => ({
          name,
          version,
          problems: await problemsOf(name, version),
        })),
      );
    },
  };

  async function problemsOf(name: string, version: string): Promise<string[]> {
    try {
      const badPages: string[] = [];
      const found = await manifest(name, version, (problem) => badPages.push(problem));
      return [...badPages, ...(await changedFiles(versionFolder(folder, name, version), found))];
    } catch (error) {
      return [(error as Error).message];
    }
  }
}

/** The platform's folder inside the data folder. */
export const platformDir = (dataDir: string): string => path.join(dataDir, 'platform');
