import type { PublishedManifest, RemoteDeclaration } from '@waymark/contract/manifest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { FILES_VARIABLE } from '../build/runtime.ts';
import { scriptOf, standaloneConfiguration } from '../build/standalone.ts';
import { fileCache, integrityOf, problemsOf } from '../build/webpack.ts';

export interface StandaloneBuild {
  /** As `waymark.json` names it. */
  module: string;
  /** The script; null when the newest source does not compile. */
  file: PublishedManifest['files'][number] | null;
  problem: string | null;
}

/** What the files of these pages begin with, so that the remote's own build leaves them where they are. */
export const STANDALONE_FILES = 'standalone-';

function configuration(folder: string, remote: string, module: string, outDir: string): Configuration {
  const base = standaloneConfiguration(folder, remote, module, outDir, 'development');
  const name = STANDALONE_FILES + scriptOf(module);
  return {
    ...base,
    output: { ...base.output, filename: `${name}.js`, chunkFilename: `${name}-[name].js` },
    optimization: { emitOnErrors: false },
    devtool: 'inline-cheap-module-source-map',
    cache: fileCache(`${remote}-${name}-development`),
    plugins: [
      ...(base.plugins ?? []),
      // Files change as they are edited, so no chunk has an integrity.
      new webpack.BannerPlugin({
        banner: `var ${FILES_VARIABLE} = {};`,
        raw: true,
        entryOnly: true,
      }),
    ],
  };
}

/** Builds the pages of a remote that stand alone, and again after each change; a page shows it when it is loaded anew. */
export function watchStandalone(
  folder: string,
  { name, pages }: RemoteDeclaration,
  outDir: string,
  onBuild: (build: StandaloneBuild) => void,
): { close(): Promise<void> } {
  const modules = [...new Set(pages.flatMap(({ standalone }) => standalone ?? []))];
  const watching = modules.map((module) => {
    const failed = (reason: Error) => onBuild({ module, file: null, problem: reason.message });
    const built = async (stats: webpack.Stats) => {
      const problem = problemsOf(stats);
      const path = `${STANDALONE_FILES}${scriptOf(module)}.js`;
      if (problem !== null) return onBuild({ module, file: null, problem });
      const content = await readFile(join(outDir, path));
      onBuild({ module, file: { path, bytes: content.length, integrity: integrityOf(content) }, problem });
    };
    const tell = (stats: webpack.Stats) => void built(stats).catch(failed);
    return webpack(configuration(folder, name, module, outDir)).watch(
      { aggregateTimeout: 30 },
      (error, stats) => {
        if (stats) tell(stats);
        else if (error) failed(error);
      },
    );
  });
  return {
    async close() {
      await Promise.all(watching.map((one) => new Promise<void>((done) => one?.close(() => done()))));
    },
  };
}
