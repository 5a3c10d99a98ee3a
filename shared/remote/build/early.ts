import type { RemoteDeclaration, RemotePage } from '@waymark/contract/manifest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compilation, Module, RuleSetRule } from 'webpack';
import { Minify } from './minify.ts';
import { ASSET_NAME, rules } from './rules.ts';
import { runWebpack, type Mode } from './webpack.ts';

/**
 * Builds what a remote's pages name as `early` and as `ahead` of a variant, each a script of its own without federation. Early views
 * carry no libraries.
 * @returns the script of each, by the name in `waymark.json`
 * @throws Error when a module is missing, or an early view carries a library
 */
export async function buildEarly(
  folder: string,
  { name, pages }: RemoteDeclaration,
  outDir: string,
  mode: Mode,
): Promise<Record<string, string>> {
  const isThere = (module: string) => existsSync(join(folder, `src/${module}.ts`));
  for (const { pattern, early, variants, firstCalls } of pages) {
    if (early && !(isThere(early) && firstCalls.length))
      throw new Error(
        `${name}: the page ${pattern} names the early view "${early}". It needs a module src/${early}.ts, and a call in firstCalls whose answer it draws.`,
      );
    const missing = aheadOf(variants).find((module) => !isThere(module));
    if (missing)
      throw new Error(
        `${name}: the page ${pattern} runs src/${missing}.ts ahead of the application, but there is none.`,
      );
  }
  const views = [...new Set(pages.flatMap(({ early }) => early ?? []))];
  const ahead = [...new Set(pages.flatMap(({ variants }) => aheadOf(variants)))];
  const [seen, ran] = await Promise.all([
    views.length ? pack(folder, `${name}-early`, views, outDir, mode, [WITHOUT_IDS]) : null,
    ahead.length ? pack(folder, `${name}-ahead`, ahead, outDir, mode) : null,
  ]);
  if (seen) refuseLibraries(name, seen.compilation);
  return { ...seen?.scripts, ...ran?.scripts };
}

/** The modules of a page that run ahead of the application, one for each variant that has one. */
const aheadOf = (variants: RemotePage['variants']): string[] =>
  Object.values(variants?.options ?? {}).flatMap(({ ahead }) => ahead ?? []);

const WITHOUT_IDS: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  enforce: 'post',
  loader: fileURLToPath(new URL('./strip-message-ids.ts', import.meta.url)),
};

async function pack(
  folder: string,
  uniqueName: string,
  names: string[],
  outDir: string,
  mode: Mode,
  ownRules: RuleSetRule[] = [],
) {
  const compilation = await runWebpack({
    mode,
    context: folder,
    target: ['web', 'es2022'],
    entry: Object.fromEntries(names.map((module) => [scriptName(module), `./src/${module}.ts`])),
    output: {
      path: outDir,
      publicPath: 'auto',
      filename: '[name].[contenthash:8].js',
      uniqueName,
      assetModuleFilename: ASSET_NAME,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs'] },
    module: { rules: [...rules(fileURLToPath(new URL('./css-text.ts', import.meta.url))), ...ownRules] },
    optimization: { minimizer: [new Minify()], splitChunks: false, runtimeChunk: false },
    devtool: false,
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    cache: false,
  });
  const scripts = Object.fromEntries(
    names.map((module) => [module, compilation.entrypoints.get(scriptName(module))?.getFiles()[0] ?? '']),
  );
  return { compilation, scripts };
}

function refuseLibraries(name: string, compilation: Compilation): void {
  const libraries = [...compilation.modules]
    .filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0)
    // Several may have become one.
    .flatMap((module) => (module as { modules?: Module[] }).modules ?? [module])
    .map((module) => module.nameForCondition()?.replaceAll('\\', '/') ?? '')
    .filter((file) => file.includes('/node_modules/'));
  if (libraries.length)
    throw new Error(
      `${name}: an early view is there before any library and carries none. Draw with plain elements (@waymark/remote/early):\n${libraries.join('\n')}`,
    );
}

const scriptName = (early: string): string => early.replaceAll('/', '-');
