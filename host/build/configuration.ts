import { ASSET_NAME, rules } from '@waymark/remote/build/rules';
import { Minify } from '@waymark/remote/build/minify';
import type { Mode } from '@waymark/remote/build/webpack';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Configuration } from 'webpack';
import type { CollectOptions } from './css-collect.ts';
import { slimRules } from './slim/slim.ts';

interface Part {
  mode: Mode;
  folder: string;
  entry: string;
  outDir: string;
  /** Versions of the libraries that remotes take from here. */
  shared: Record<string, string>;
  cache: Configuration['cache'];
}

/** Without it the package gives its development build to everyone. */
const ROUTER = {
  'react-router$': join(
    dirname(createRequire(import.meta.resolve('react-router-dom')).resolve('react-router')),
    '../production/index.mjs',
  ),
};

/** How long a script of ours may take before a page says that it could not be loaded, in milliseconds. */
const CHUNK_LOAD_TIMEOUT = 120_000;

function common({ mode, folder, outDir, cache }: Part, css: CollectOptions): Configuration {
  return {
    mode,
    context: folder,
    // rxjs keeps its modern form behind this condition; the other one carries helpers for old browsers.
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs'], conditionNames: ['es2015', '...'] },
    module: { rules: rules(fileURLToPath(new URL('./css-collect.ts', import.meta.url)), css) },
    output: { path: outDir, clean: true, publicPath: '/assets/', assetModuleFilename: ASSET_NAME },
    devtool: mode === 'development' ? 'inline-cheap-module-source-map' : false,
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
    cache,
  };
}

/**
 * Plain webpack, without the federation plugin: the shell starts at once, and the chunk `fed` sets the
 * federation runtime up by hand. That is what makes federation as fast as one bundle.
 */
export function browserConfiguration(part: Part): Configuration {
  const base = common(part, {});
  return {
    ...base,
    target: ['web', 'es2022'],
    entry: { main: part.entry },
    resolve: { ...base.resolve, alias: ROUTER },
    module: { rules: [...(base.module?.rules ?? []), ...slimRules()] },
    output: {
      ...base.output,
      uniqueName: 'waymark',
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT,
      trustedTypes: { policyName: 'waymark-host' },
    },
    optimization: {
      minimizer: [new Minify()],
      splitChunks: {
        chunks: 'all',
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // Seldom changes, so that it stays in the visitor's cache over many releases of the host.
          react: {
            test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            name: 'react',
            priority: 30,
            enforce: true,
          },
        },
      },
    },
    plugins: [
      new webpack.DefinePlugin({
        WAYMARK_SHARED_VERSIONS: JSON.stringify(part.shared),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        FEDERATION_HAS_EXPOSES: 'false',
        ENV_TARGET: '"web"',
      }),
    ],
  };
}

/** The service worker: one file whose address never changes, for browsers look for a newer one there. */
export function workerConfiguration(part: Part): Configuration {
  const base = common(part, {});
  return {
    ...base,
    target: ['webworker', 'es2022'],
    entry: { 'notifications-worker': part.entry },
    output: { ...base.output, filename: '[name].js' },
    devtool: false,
    optimization: { minimizer: [new Minify()], splitChunks: false },
  };
}

/** The shell as a module of the edge: everything inside, so that it runs wherever the built folder is. */
export function serverConfiguration(part: Part): Configuration {
  const base = common(part, { ignore: true });
  return {
    ...base,
    target: 'node24',
    entry: { shell: part.entry },
    output: {
      ...base.output,
      filename: '[name].mjs',
      chunkFilename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    experiments: { outputModule: true },
    optimization: { minimize: false, splitChunks: false },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}
