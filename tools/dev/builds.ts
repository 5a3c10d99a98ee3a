import { PublishedManifest, type ResolvedRemote } from '@waymark/contract/manifest';
import type { RemotesNow } from '@waymark/host/edge';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Below here the development site answers by itself. */
export const DEVELOPMENT_PATH = '/-/development/';

/** Where builds under development lie inside the data folder: a folder per remote, and the host's. */
export const developmentDir = (dataDir: string): string => path.resolve(dataDir, 'development');

/** What the last build of each came to, as text; what was never built is left out. */
export async function readStates(folder: string, names: readonly string[]): Promise<Map<string, string>> {
  const states = await Promise.all(
    names.map(async (name) => [
      name,
      await readFile(path.join(folder, name, 'state.json'), 'utf8').catch(() => ''),
    ]),
  );
  return new Map(states.filter(([, text]) => text) as [string, string][]);
}

interface Built {
  remote: ResolvedRemote;
  manifest: PublishedManifest;
}

async function readRemote(folder: string, name: string): Promise<Built | null> {
  const text = await readFile(path.join(folder, name, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const manifest = PublishedManifest.parse(JSON.parse(text));
  const { version, contract, shared, entry, pages } = manifest;
  const remote = {
    name,
    version: `${version}+development`,
    contract,
    shared,
    pages,
    entry,
    base: `${DEVELOPMENT_PATH}${name}/`,
    // Files change as they are edited.
    integrity: '',
  };
  return { remote, manifest };
}

/** The published remotes, with those under development in the place of their published versions. */
export const withRemotesOf =
  (folder: string, names: readonly string[]) =>
  (published: () => Promise<RemotesNow>): (() => Promise<RemotesNow>) =>
  async () => {
    const now = await published();
    const read = await Promise.all(names.map((name) => readRemote(folder, name)));
    const built = read.filter((one) => one !== null);
    const own = built.map(({ remote }) => remote);
    const hidden = new Set(own.map(({ name }) => name));
    return {
      ...now,
      remotes: (share) => [...own, ...now.remotes(share).filter(({ name }) => !hidden.has(name))],
      manifest: (name, version) =>
        built.find(({ remote }) => remote.name === name && remote.version === version)?.manifest ??
        now.manifest(name, version),
    };
  };

/** The path of a file under development, or null when the address names none. */
export async function fileAt(folder: string, address: string): Promise<string | null> {
  const [name = '', file = '', ...more] = address.slice(DEVELOPMENT_PATH.length).split('/');
  if (more.length > 0 || !/^mfe-[a-z-]+$/.test(name) || !/^[\w@+-][\w.@+-]*$/.test(file)) return null;
  const found = path.join(folder, name, file);
  return (await stat(found).catch(() => null))?.isFile() ? found : null;
}
