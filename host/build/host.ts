import { sharedVersions } from '@waymark/remote/build/shared';
import {
  fileCache,
  precompress,
  runWebpack,
  sha256,
  integrityOf,
  type Mode,
} from '@waymark/remote/build/webpack';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compilation } from 'webpack';
import type { HostAssets } from '../boot.ts';
import { browserConfiguration, serverConfiguration, workerConfiguration } from './configuration.ts';
import { collectedCss } from './css-collect.ts';
import { refuseUnusedSlim } from './slim/slim.ts';

export interface HostBuildOptions {
  mode: Mode;
  /** `host/dist` unless told. */
  outDir?: string;
  /** The browser's first module; `host/src/main.ts` unless told. */
  entry?: string;
  /** The module that renders the shell's static markup; null for a page without. */
  server?: string | null;
  /** Keep webpack's work for the next run; on unless told. */
  cache?: boolean;
}

const folder = fileURLToPath(new URL('../', import.meta.url));

/**
 * Builds the host: `client/` for browsers, `worker/` for their service worker, `server/shell.mjs` for the edge, and `assets.json`, which is also returned.
 * @throws Error when something does not compile
 */
export async function buildHost(options: HostBuildOptions): Promise<HostAssets> {
  const { mode, entry = './src/main.ts', server = './src/shell/static.tsx' } = options;
  const outDir = options.outDir ?? join(folder, 'dist');
  const workDir = `${outDir}.${process.pid}.tmp`;
  const cache = (part: string) =>
    options.cache !== false &&
    fileCache(
      `host-${part}-${mode}-${sha256(entry).slice(0, 6)}`,
      ...['./', './slim/'].map((scripts) => fileURLToPath(new URL(scripts, import.meta.url))),
    );
  const common = { mode, folder, shared: sharedVersions() };
  const client = join(workDir, 'client');
  try {
    const compilation = await runWebpack(
      browserConfiguration({ ...common, entry, outDir: client, cache: cache('browser') }),
    );
    if (!options.entry) refuseUnusedSlim(compilation);
    await runWebpack(
      workerConfiguration({
        ...common,
        entry: './src/notifications/worker.ts',
        outDir: join(workDir, 'worker'),
        cache: cache('worker'),
      }),
    );
    if (server !== null)
      await runWebpack(
        serverConfiguration({
          ...common,
          entry: server,
          outDir: join(workDir, 'server'),
          cache: cache('server'),
        }),
      );
    const assets = await describe(compilation, client);
    await writeFile(join(workDir, 'assets.json'), `${JSON.stringify(assets, null, 1)}\n`);
    if (mode === 'production') await precompress(client);
    await rm(outDir, { recursive: true, force: true });
    await rename(workDir, outDir);
    return assets;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function describe(compilation: Compilation, client: string): Promise<HostAssets> {
  const isScript = (file: string) => file.endsWith('.js');
  const main = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter(isScript);
  const scriptsOf = (...names: string[]) =>
    names
      .flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? [])
      .filter((file) => isScript(file) && !main.includes(file));
  const names = (await readdir(client)).toSorted();
  const integrity: HostAssets['integrity'] = {};
  for (const name of names.filter(isScript))
    integrity[name] = integrityOf(await readFile(join(client, name)));
  const assets = {
    main,
    home: scriptsOf('home'),
    // `remotes` is loaded by `fed`; a remote's page needs both, so both are worth their preload.
    fed: scriptsOf('fed', 'remotes'),
    inlineCss: collectedCss(compilation),
    // The face of every English heading; the extended one is fetched only where its letters occur.
    fonts: names.filter((name) => /-latin-\d.*\.woff2$/.test(name)),
    integrity,
  };
  return { ...assets, hash: sha256(JSON.stringify([assets, names])).slice(0, 16) };
}
