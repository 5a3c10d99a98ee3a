import { fileURLToPath } from 'node:url';
import type { Compilation, RuleSetRule } from 'webpack';
import type { SlimOptions } from './loader.ts';

/** A file of a library, by the end of its path, and what becomes of it in the browser. */
type Slim = [file: RegExp, SlimOptions];

const ours = (name: string, exports: 'default' | 'named' = 'named'): SlimOptions => ({
  instead: { file: fileURLToPath(new URL(name, import.meta.url)), exports },
});

/**
 * Parts of libraries that no page of ours can reach, yet that webpack cannot leave out by itself.
 * Together they would cost every visitor 20 kB (brotli). Each is a change to this build only; tests run the libraries whole.
 */
export const SLIM: Slim[] = [
  [/\/axios\/index\.js$/, ours('axios.ts')],
  [/\/axios\/lib\/adapters\/adapters\.js$/, ours('axios-adapters.ts', 'default')],
  [/\/axios\/lib\/defaults\/index\.js$/, ours('axios-defaults.ts', 'default')],
  [/\/axios\/lib\/helpers\/AxiosURLSearchParams\.js$/, ours('axios-params.ts', 'default')],
  [/\/axios\/lib\/helpers\/cookies\.js$/, ours('axios-cookies.ts', 'default')],
  [/\/@pandacss\/is-valid-prop\/dist\/index\.mjs$/, ours('css-properties.ts')],
  [/\/hoist-non-react-statics\/dist\/[\w.-]+\.js$/, ours('hoist-statics.ts', 'default')],
  [/\/@chakra-ui\/react\/dist\/esm\/styled-system\/preflight\.js$/, ours('preflight.ts')],
  [/\/zod\/(v4\/)?mini\/index\.js$/, ours('zod-mini.ts')],
  [/\/use-sync-external-store\/shim\/index\.js$/, ours('external-store.ts')],
  [/\/@module-federation\/runtime-core\/dist\/utils\/preload\.js$/, ours('federation-preload.ts')],
  [/\/@module-federation\/sdk\/dist\/dom\.js$/, ours('federation-dom.ts')],
  [
    /\/@module-federation\/runtime-core\/dist\/core\.js$/,
    // The registry names scripts directly: the reader of the runtime's own manifests is not needed.
    { changes: [[/USE_REMOTE \? new SnapshotHandler/, 'USE_REMOTE && USE_SNAPSHOT ? new SnapshotHandler']] },
  ],
  [
    /\/@module-federation\/runtime-core\/dist\/remote\/index\.js$/,
    {
      changes: [
        [/snapshotHandler\.manifestCache\.delete/, 'snapshotHandler.manifestCache?.delete'],
        [/async preloadRemote\(preloadOptions\) \{[\s\S]*?(?=\tregisterRemotes\(remotes, options\))/, ''],
      ],
    },
  ],
  [
    /\/@module-federation\/runtime-core\/dist\/utils\/load\.js$/,
    // `federation/runtime.ts` loads every entry by its own hook.
    { changes: [[/return \(typeof ENV_TARGET[\s\S]*?loadEntryNode\(\{[\s\S]*?\}\);/, 'return undefined;']] },
  ],
  [
    /\/react-router\/dist\/production\/chunk-7RTFRKQW\.mjs$/,
    {
      changes: [
        // Lets webpack drop the forms and the rest of the framework around the router.
        [/^(var \w+ = )(React\d*\.)/gm, '$1/* @__PURE__ */ $2'],
        [/^\w+\.displayName = "\w+";$/gm, ''],
        // Remotes route by components alone: the parts for data routers and frameworks never find their context.
        [/React\d*\.useContext\((?:DataRouter|DataRouterState|Framework|ViewTransition)Context\)/g, 'null'],
        [/isDataRoute \? useNavigateStable\(\) : /, ''],
        [/dataRouterOpts && dataRouterOpts\.state\.matches\.length \?/, 'false ?'],
        [/let dataRouterState = dataRouterOpts\?\.state;/, 'const dataRouterState = undefined;'],
        // Fetching ahead is the host's.
        [/shouldPrefetch && !isAbsolute/, 'false'],
      ],
    },
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
