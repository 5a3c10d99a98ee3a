import type { RemoteDeclaration } from '@waymark/contract/manifest';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'webpack';
import { Minify } from './minify.ts';
import { ASSET_NAME, rules } from './rules.ts';
import { FILES_VARIABLE, HostLoadsScripts, INTEGRITY } from './runtime.ts';
import { runWebpack, sha256, integrityOf, type Mode } from './webpack.ts';

/**
 * Builds the scripts of pages that stand alone: without the host, with all they need, larger parts in chunks of their
 * own. Each carries the integrity of its chunks.
 * @returns the script of each, by the name in `waymark.json`
 * @throws Error when a module is missing
 */
export async function buildStandalone(
  folder: string,
  { name, pages }: RemoteDeclaration,
  outDir: string,
  mode: Mode,
): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { standalone, pattern } of pages) {
    if (!standalone || made[standalone]) continue;
    if (!existsSync(join(folder, `src/${standalone}.ts`)))
      throw new Error(
        `${name}: the page ${pattern} stands alone by the module src/${standalone}.ts, but there is none.`,
      );
    made[standalone] = await buildOne(folder, name, standalone, outDir, mode);
  }
  return made;
}

/** Name of the script of a page that stands alone, without its ending. */
export const scriptOf = (module: string): string => module.replaceAll('/', '-');

/** webpack's configuration of one page that stands alone. */
export function standaloneConfiguration(
  folder: string,
  remote: string,
  module: string,
  outDir: string,
  mode: Mode,
): Configuration {
  const script = scriptOf(module);
  return {
    mode,
    context: folder,
    target: ['web', 'es2022'],
    entry: { [script]: `./src/${module}.ts` },
    output: {
      path: outDir,
      publicPath: 'auto',
      uniqueName: `${remote}-${script}`,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: ASSET_NAME,
      trustedTypes: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs'] },
    module: { rules: rules(fileURLToPath(new URL('./css-text.ts', import.meta.url))) },
    optimization: { minimizer: [new Minify()], runtimeChunk: false },
    devtool: false,
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    cache: false,
    plugins: [new HostLoadsScripts()],
  };
}

async function buildOne(
  folder: string,
  remote: string,
  module: string,
  outDir: string,
  mode: Mode,
): Promise<string> {
  const script = scriptOf(module);
  const compilation = await runWebpack(standaloneConfiguration(folder, remote, module, outDir, mode));
  const [entry = ''] = compilation.entrypoints.get(script)?.getFiles() ?? [];
  const integrity: Record<string, string> = {};
  for (const { name } of compilation.getAssets())
    if (name.endsWith('.js') && name !== entry)
      integrity[name.split('.').at(-2) ?? name] = integrityOf(await readFile(join(outDir, name))).slice(
        INTEGRITY.length,
      );
  const source = await readFile(join(outDir, entry), 'utf8');
  const joined = `(()=>{const ${FILES_VARIABLE}=${JSON.stringify(integrity)};\n${source}\n})();\n`;
  await rm(join(outDir, entry));
  const file = `${script}.${sha256(joined).slice(0, 8)}.js`;
  await writeFile(join(outDir, file), joined);
  return file;
}
