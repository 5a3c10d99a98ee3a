import type { PublishedManifest } from '@waymark/contract/manifest';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { containerName } from '../build/entry.ts';
import { readDeclaration, remoteConfiguration, sharedLibraries } from '../build/remote.ts';
import { FILES_VARIABLE } from '../build/runtime.ts';
import { swcOptions } from '../build/swc.ts';
import { problemsOf } from '../build/webpack.ts';
import { STANDALONE_FILES, type StandaloneBuild, watchStandalone } from './standalone.ts';

export interface WatchOptions {
  /** Emptied at first. Holds the files, `manifest.json`, and what the last build came to in `state.json`. */
  outDir: string;
  /** After each build, good or bad. */
  onBuild: (result: { seconds: number; problem: string | null }) => void;
}

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const ENTRY = 'container.js';

/** The rules of a product build, with components that can be exchanged while they are shown. */
export const developmentRules = (rules: readonly RuleSetRule[]): RuleSetRule[] => [
  ...rules.map((rule) => ({
    ...withRefresh(rule),
    ...(Array.isArray(rule.use) && { use: (rule.use as Loader[]).map(withRefresh) }),
  })),
  { test: /\.tsx?$/, exclude: /node_modules/, enforce: 'post', loader: beside('./refresh-loader.ts') },
];
type Loader = Pick<RuleSetRule, 'loader' | 'options'>;
const withRefresh = <T extends Loader>(rule: T): T =>
  /swc-loader/.test(rule.loader ?? '') ? { ...rule, options: swcOptions({ refresh: true }) } : rule;

/** The alias that keeps a remote from carrying a part of React. */
export const DEVELOPMENT_ALIAS = { 'react/jsx-dev-runtime$': beside('./jsx-dev-runtime.ts') };

function configuration(folder: string, name: string, outDir: string): Configuration {
  const base = remoteConfiguration(folder, name, outDir, {
    mode: 'development',
    before: [beside('./client.ts')],
  });
  return {
    ...base,
    output: {
      ...base.output,
      // A page that is some builds behind still finds the way to the newest.
      clean: { keep: (file) => /\.json$|hot-update/.test(file) || file.startsWith(STANDALONE_FILES) },
      filename: '[name].js',
      chunkFilename: '[name].js',
      chunkLoadingGlobal: `waymark_${containerName(name)}_development`,
    },
    // After a build that failed, the next update starts from the last good one.
    optimization: { emitOnErrors: false },
    resolve: { ...base.resolve, alias: DEVELOPMENT_ALIAS },
    module: { rules: developmentRules(base.module?.rules as RuleSetRule[]) },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.HotModuleReplacementPlugin(),
      new webpack.DefinePlugin({ WAYMARK_REMOTE: JSON.stringify(name) }),
      // Files change as they are edited, so none has an integrity.
      new webpack.BannerPlugin({ banner: `var ${FILES_VARIABLE} = {};`, raw: true, test: ENTRY }),
    ],
  };
}

/**
 * Builds a remote for development, and again after each change, until it is closed.
 * @throws Error when its `waymark.json` cannot be read
 */
export async function watchRemote(
  folder: string,
  { outDir, onBuild }: WatchOptions,
): Promise<{ close(): Promise<void> }> {
  const declared = await readDeclaration(folder);
  const { name } = declared;
  await rm(outDir, { recursive: true, force: true });
  const compiler = webpack(configuration(folder, name, outDir));
  compiler.hooks.afterCompile.tap('declaration', ({ fileDependencies }) => {
    fileDependencies.add(join(folder, 'waymark.json'));
  });
  const put = async (file: string, content: object) => {
    await writeFile(join(outDir, `${file}.draft`), JSON.stringify(content));
    await rename(join(outDir, `${file}.draft`), join(outDir, file));
  };
  let good = { hash: '', declared: '' };
  let latest: webpack.Stats | null = null;
  const alone = new Map<string, StandaloneBuild>();
  const built = async (stats: webpack.Stats) => {
    latest = stats;
    let problem = problemsOf(stats);
    const pages = [...alone.values()];
    const scripts = pages.flatMap(({ module, file }) => (file ? [[module, file.path] as const] : []));
    try {
      const declaration = await readDeclaration(folder);
      const manifest: PublishedManifest = {
        ...declaration,
        contract: CONTRACT_VERSION,
        shared: sharedLibraries(stats.compilation),
        entry: ENTRY,
        chunks: {},
        ...(scripts.length > 0 && { standalone: Object.fromEntries(scripts) }),
        files: pages.flatMap(({ file }) => file ?? []),
        hash: stats.hash ?? '',
      };
      if (problem === null) {
        await put('manifest.json', manifest);
        good = { hash: manifest.hash, declared: JSON.stringify(declaration) };
      }
    } catch (error) {
      problem = (error as Error).message;
    }
    problem ??= pages.find((one) => one.problem !== null)?.problem ?? null;
    await put('state.json', { name, ...good, problem });
    onBuild({ seconds: ((stats.endTime ?? 0) - (stats.startTime ?? 0)) / 1000, problem });
  };
  let writing = Promise.resolve();
  const write = (stats: webpack.Stats) => {
    writing = writing.then(() => built(stats));
  };
  const watching = compiler.watch({ aggregateTimeout: 30 }, (error, stats) => {
    if (stats) write(stats);
    else if (error) onBuild({ seconds: 0, problem: error.message });
  });
  const pages = watchStandalone(folder, declared, outDir, (build) => {
    alone.set(build.module, build);
    if (latest) write(latest);
  });
  return {
    async close() {
      await pages.close();
      await new Promise<void>((resolve) => watching?.close(() => resolve()));
      await writing;
    },
  };
}
