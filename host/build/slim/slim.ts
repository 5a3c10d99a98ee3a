import { fileURLToPath } from 'node:url';
import type { Compilation, RuleSetRule } from 'webpack';
import type { SlimOptions } from './loader.ts';

/** A file of a library, by the end of its path, and the file of this folder that replaces it in the browser. */
type Slim = [file: RegExp, SlimOptions];

const ours = (name: string, exports: SlimOptions['exports'] = 'named'): SlimOptions => ({
  file: fileURLToPath(new URL(name, import.meta.url)),
  exports,
});

/**
 * Modules of libraries that no page of ours can reach, yet that webpack cannot leave out by itself. Each is replaced as a
 * whole, by exports of ours whose comments say why; nothing is cut out of a module. Tests run the libraries as they are.
 */
export const SLIM: Slim[] = [
  [/\/axios\/index\.js$/, ours('axios.ts')],
  [/\/axios\/lib\/adapters\/adapters\.js$/, ours('axios.ts', { default: 'adapters' })],
  [/\/axios\/lib\/defaults\/index\.js$/, ours('axios-parts.ts', { default: 'defaults' })],
  [/\/axios\/lib\/core\/AxiosError\.js$/, ours('axios-parts.ts', { default: 'AxiosError' })],
  [/\/axios\/lib\/core\/AxiosHeaders\.js$/, ours('axios-headers.ts', 'default')],
  [/\/axios\/lib\/utils\.js$/, ours('axios-parts.ts', { default: 'utils' })],
  [
    /\/axios\/lib\/helpers\/AxiosURLSearchParams\.js$/,
    ours('axios-parts.ts', { default: 'AxiosURLSearchParams' }),
  ],
  [/\/axios\/lib\/helpers\/resolveConfig\.js$/, ours('axios-parts.ts', { default: 'resolveConfig' })],
  [/\/axios\/lib\/helpers\/cookies\.js$/, ours('axios-parts.ts', { default: 'cookies' })],
  [/\/rxjs\/dist\/esm\/internal\/observable\/innerFrom\.js$/, ours('rxjs-parts.ts')],
  [/\/rxjs\/dist\/esm\/internal\/observable\/timer\.js$/, ours('rxjs-parts.ts')],
  [/\/rxjs\/dist\/esm\/internal\/scheduled\/scheduled\.js$/, ours('rxjs-parts.ts')],
  [
    /\/@emotion\/is-prop-valid\/dist\/[\w.-]+\.esm\.js$/,
    ours('styling-parts.ts', { default: 'isPropValid' }),
  ],
  [/\/@pandacss\/is-valid-prop\/dist\/index\.mjs$/, ours('styling-parts.ts')],
  [/\/hoist-non-react-statics\/dist\/[\w.-]+\.js$/, ours('styling-parts.ts', { default: 'hoistStatics' })],
  [/\/@chakra-ui\/react\/dist\/esm\/styled-system\/preflight\.js$/, ours('styling-parts.ts')],
  [/\/zod\/(v4\/)?mini\/index\.js$/, ours('zod-mini.ts')],
  [/\/use-sync-external-store\/shim\/index\.js$/, ours('external-store.ts')],
  [/\/@module-federation\/runtime-core\/dist\/utils\/preload\.js$/, ours('federation-parts.ts')],
  [/\/@module-federation\/error-codes\/dist\/desc\.mjs$/, ours('federation-parts.ts')],
  [/\/@module-federation\/sdk\/dist\/logger\.js$/, ours('federation-parts.ts')],
  [/\/@module-federation\/sdk\/dist\/dom\.js$/, ours('federation-parts.ts')],
  [
    /\/@module-federation\/runtime-core\/dist\/plugins\/snapshot\/SnapshotHandler\.js$/,
    ours('federation-parts.ts'),
  ],
];

/** The rules that put the table above to work. */
export const slimRules = (): RuleSetRule[] =>
  SLIM.map(([file, options]) => ({
    resource: (path: string) => file.test(path.replaceAll('\\', '/')),
    loader: fileURLToPath(new URL('./loader.ts', import.meta.url)),
    options,
  }));

/** @throws Error naming the entries that met no file: the library has changed, or is no longer there */
export function refuseUnusedSlim(compilation: Compilation): void {
  const files = [...compilation.modules].map((module) =>
    (module.nameForCondition() ?? '').replaceAll('\\', '/'),
  );
  const unused = SLIM.filter(([pattern]) => !files.some((file) => pattern.test(file)));
  if (unused.length)
    throw new Error(`These files of libraries are no longer there:\n${unused.map(([p]) => p).join('\n')}`);
}
