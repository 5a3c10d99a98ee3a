import { browserConfiguration } from '@waymark/host/build/configuration';
import { sharedVersions } from '@waymark/remote/build/shared';
import { precompress, runWebpack, integrityOf } from '@waymark/remote/build/webpack';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { ROOT } from '../../../testing/results.ts';

/** Where the bundle is served. */
export const BASE = '/one/';

export interface OneBundle {
  /** Scripts that start every page. */
  main: string[];
  /** Scripts of each page besides, by the name of its chunk. */
  chunks: Record<string, string[]>;
  integrity: Record<string, string>;
  /** Brotli, by file name. */
  files: Map<string, Buffer>;
}

/** The same code as the product in one bundle with code splitting: no federation, no single-spa, the host's own build otherwise. */
export async function buildOneBundle(outDir: string): Promise<OneBundle> {
  const host = path.join(ROOT, 'host');
  const base = browserConfiguration({
    mode: 'production',
    folder: host,
    shared: sharedVersions(),
    entry: './src/main.ts',
    outDir,
    cache: false,
  });
  const compilation = await runWebpack({
    ...base,
    output: { ...base.output, publicPath: BASE },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        atOnce('start.tsx', './fed.ts'),
        atOnce('start.tsx', './home/home.tsx'),
        atOnce('fed.ts', FEDERATION),
      ],
    },
    // As webpack splits by itself, and React in the first load as the host has it.
    optimization: { ...base.optimization, splitChunks: { cacheGroups: REACT } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/\/federation\/index\.ts$/, (data: { request: string }) => {
        data.request = fileURLToPath(new URL('./remotes.ts', import.meta.url));
      }),
    ],
  } satisfies Configuration);
  await precompress(outDir);
  const scripts = readdirSync(outDir).filter((name) => name.endsWith('.js'));
  const isScript = (name: string) => name.endsWith('.js');
  return {
    main: (compilation.entrypoints.get('main')?.getFiles() ?? []).filter(isScript),
    chunks: Object.fromEntries(
      [...compilation.namedChunkGroups].map(([name, group]) => [name, group.getFiles().filter(isScript)]),
    ),
    integrity: Object.fromEntries(
      scripts.map((name) => [name, integrityOf(readFileSync(path.join(outDir, name)))]),
    ),
    files: new Map(scripts.map((name) => [name, readFileSync(path.join(outDir, `${name}.br`))])),
  };
}

const FEDERATION = './federation/index.ts';
const REACT = {
  react: {
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
    name: 'react',
    chunks: 'all' as const,
    priority: 30,
    enforce: true,
  },
};

/** What the host loads later is in the one bundle from the start. */
const atOnce = (file: string, request: string): RuleSetRule => ({
  resource: path.join(ROOT, 'host/src', file),
  loader: fileURLToPath(new URL('./import-eagerly.ts', import.meta.url)),
  // Before any other loader sees it.
  enforce: 'pre',
  options: { request },
});
