import { PublishedManifest, RemoteDeclaration, type RemotePage } from '@waymark/contract/manifest';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compilation, Configuration } from 'webpack';
import { buildEarly } from './early.ts';
import { buildStandalone } from './standalone.ts';
import { containerName, EXPOSED_CHUNK, joinEntry } from './entry.ts';
import { problemOfFirstCalls } from './first-calls.ts';
import { Minify } from './minify.ts';
import { ASSET_NAME, rules } from './rules.ts';
import { BUILD_PLACEHOLDER, HostLoadsScripts, leanRuntime } from './runtime.ts';
import { consumedFromHost, secondCopies } from './shared.ts';
import { UiFromHost } from './ui-from-host.ts';
import { fileCache, precompress, runWebpack, sha256, integrityOf, type Mode } from './webpack.ts';

export interface RemoteBuildOptions {
  mode: Mode;
  /** Where the version goes; `<folder>/dist` unless told. */
  outDir?: string;
  /** Other than the version in `waymark.json`, for a release that is numbered elsewhere. */
  version?: string;
  /** Keep webpack's work for the next run; on unless told. */
  cache?: boolean;
}

/**
 * Builds the remote in a folder into an immutable version: scripts, assets, and the manifest that is also returned.
 * The folder holds `waymark.json` (what it is) and `src/remote.tsx` (whose default export is `defineRemote(pages)`).
 * @throws Error when something does not compile, when `waymark.json` is wrong, or when the remote would carry
 *   a copy of a library that the host provides
 */
export async function buildRemote(folder: string, options: RemoteBuildOptions): Promise<PublishedManifest> {
  const declared = await readDeclaration(folder);
  const declaration = { ...declared, version: options.version ?? declared.version };
  const outDir = options.outDir ?? join(folder, 'dist');
  const workDir = `${outDir}.${process.pid}.tmp`;
  try {
    const compilation = await runWebpack(remoteConfiguration(folder, declaration.name, workDir, options));
    refuseCopies(declaration.name, compilation);
    const manifest = await describe(workDir, declaration, compilation, async () => ({
      early: await buildEarly(folder, declaration, workDir, options.mode),
      standalone: await buildStandalone(folder, declaration, workDir, options.mode),
    }));
    await writeFile(join(workDir, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    if (options.mode === 'production') await precompress(workDir);
    await rm(outDir, { recursive: true, force: true });
    await rename(workDir, outDir);
    return manifest;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function refuseCopies(name: string, compilation: Compilation): void {
  const resources = [...compilation.modules].map((module) => module.nameForCondition() ?? '');
  const copies = secondCopies(resources.map((file) => file.replaceAll('\\', '/')));
  if (copies.length)
    throw new Error(
      `${name} would carry its own copy of what the host provides. Import it by the name of the shared library:\n${copies.join('\n')}`,
    );
}

async function describe(
  folder: string,
  declaration: RemoteDeclaration,
  compilation: Compilation,
  buildOthers: () => Promise<Record<'early' | 'standalone', Record<string, string>>>,
): Promise<PublishedManifest> {
  const { name, pages } = declaration;
  const { entry, joined } = await joinEntry(folder, name, compilation);
  const isScript = (file: string) => file.endsWith('.js') && !joined.has(file);
  const chunks = Object.fromEntries(
    [...compilation.namedChunkGroups]
      .filter(([chunk]) => chunk !== EXPOSED_CHUNK && chunk !== containerName(name))
      .map(([chunk, group]) => [chunk, group.getFiles().filter(isScript)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
  for (const { pattern, chunk, variants } of pages) {
    const named = [chunk, ...Object.values(variants?.options ?? {}).flatMap((option) => option.chunks)];
    const missing = named.find((one) => one && !chunks[one]?.length);
    if (missing)
      throw new Error(
        `${name}: the page ${pattern} names the chunk "${missing}", but there is none. Import it with import(/* webpackChunkName: "${missing}" */ ...), or take the name out of waymark.json.`,
      );
  }
  // After the others, whose integrity the entry carries.
  const { early, standalone } = await buildOthers();
  const paths = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(folder, path));
      return { path, bytes: content.length, integrity: integrityOf(content) };
    }),
  );
  const described = {
    ...declaration,
    contract: CONTRACT_VERSION,
    shared: sharedLibraries(compilation),
    entry,
    chunks,
    ...(Object.keys(early).length && { early }),
    ...(Object.keys(standalone).length && { standalone }),
    files,
  };
  return PublishedManifest.parse({ ...described, hash: sha256(JSON.stringify(described)).slice(0, 16) });
}

/** What a build takes from the host, with the versions that will do. */
export function sharedLibraries(compilation: Compilation): Record<string, string> {
  const consumed = new Set(
    [...compilation.modules]
      .filter((module) => module.type === 'consume-shared-module')
      .map((module) => (module as { options?: { shareKey?: string } }).options?.shareKey),
  );
  return Object.fromEntries(
    Object.entries(consumedFromHost())
      .filter(([library]) => consumed.has(library))
      .map(([library, { requiredVersion }]) => [library, requiredVersion] as const),
  );
}

/** A page is found in the remote's table by its name, or by that of its chunk. */
const problemOfName = ({ pattern, name, chunk, standalone }: RemotePage): string | null =>
  (name ?? chunk ?? standalone) === undefined
    ? `the page ${pattern} has neither "chunk" nor "name", by which src/pages.tsx has its component.`
    : null;

/** @throws Error naming the file and what is wrong in it */
export async function readDeclaration(folder: string): Promise<RemoteDeclaration> {
  const file = join(folder, 'waymark.json');
  const result = RemoteDeclaration.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (result.success) {
    const problem = result.data.pages
      .flatMap((page) => [problemOfName(page), problemOfFirstCalls(page)])
      .find((found) => found !== null);
    if (problem) throw new Error(`${file}: ${problem}`);
    return result.data;
  }
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new Error(`${file} is not a remote's declaration. ${problems.join(' ')}`);
}

/** webpack's configuration of a remote. Modules named in `before` run ahead of its own. */
export function remoteConfiguration(
  folder: string,
  name: string,
  outDir: string,
  { mode, cache = true, before = [] }: RemoteBuildOptions & { before?: string[] },
): Configuration {
  const container = containerName(name);
  return {
    mode,
    context: folder,
    target: ['web', 'es2022'],
    entry: {},
    output: {
      path: outDir,
      clean: true,
      publicPath: 'auto',
      uniqueName: container,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: ASSET_NAME,
      // Two versions may meet on one page (the last good one after a broken one): their chunks must not mix.
      chunkLoadingGlobal: `waymark_${container}_${BUILD_PLACEHOLDER}`,
      trustedTypes: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs'] },
    module: { rules: rules(fileURLToPath(new URL('./css-text.ts', import.meta.url))) },
    optimization: {
      minimizer: [new Minify()],
      // A library that one chunk needs is a part of it: each further file is one more line in the entry of every page.
      splitChunks: { cacheGroups: { defaultVendors: false } },
    },
    // eval is forbidden in the page, so development maps are in the files.
    devtool: mode === 'development' ? 'inline-cheap-module-source-map' : false,
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    cache: cache && fileCache(`${name}-${mode}`),
    plugins: [
      new HostLoadsScripts(),
      new UiFromHost(),
      leanRuntime(),
      new ModuleFederationPlugin({
        name: container,
        filename: 'container.js',
        // A window property can be deleted before another version is loaded; a `var` cannot.
        library: { type: 'window', name: container },
        exposes: { './lifecycles': { import: [...before, './src/remote.tsx'], name: EXPOSED_CHUNK } },
        shared: consumedFromHost(),
        dts: false,
        dev: false,
        manifest: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
  };
}
