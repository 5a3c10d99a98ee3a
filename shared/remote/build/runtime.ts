import { createRequire } from 'node:module';
import webpack, { type Compiler, type RuntimeModule } from 'webpack';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
type RuntimeModuleClass = abstract new () => RuntimeModule;
const LoadScript = require('webpack/lib/runtime/LoadScriptRuntimeModule') as RuntimeModuleClass;
const TrustedTypesPolicy =
  require('webpack/lib/runtime/GetTrustedTypesPolicyRuntimeModule') as RuntimeModuleClass;

/** In the built files, until the hash over all of them is known. */
export const BUILD_PLACEHOLDER = '__WAYMARK_BUILD__';
/** What every integrity begins with. */
export const INTEGRITY = 'sha256-';
/** Name, in the scope of a remote's entry, of the map from the hash in a file's name to the rest of its integrity. */
export const FILES_VARIABLE = '__waymarkFiles';

// The host loads every script of a remote (`host/src/federation/script.ts`): one place for integrity,
// nonce, Trusted Types, time limits and second attempts. A change of this border is a new contract version.
// In development there are no hashes: files change while the page is open.
const LOAD = `__webpack_require__.l = (url, done) => {
  const hash = ${FILES_VARIABLE}[url.split('.').at(-2)];
  self.waymark.loader.load(url, hash && '${INTEGRITY}' + hash).then(
    () => done({ type: 'load', target: { src: url } }),
    (error) => done({ type: error.message, target: { src: url } }),
  );
};`;
const POLICY = '__webpack_require__.tt = () => self.waymark.loader.policy;';

/** Replaces webpack's own script loading by the host's. */
export class HostLoadsScripts {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('HostLoadsScripts', (compilation) => {
      compilation.hooks.runtimeModule.tap('HostLoadsScripts', (module) => {
        if (module instanceof LoadScript) module.generate = () => LOAD;
        if (module instanceof TrustedTypesPolicy) module.generate = () => POLICY;
      });
    });
  }
}

const LEAN_PARTS = fileURLToPath(new URL('./lean-runtime-parts.ts', import.meta.url));

/** Modules of the federation runtime, by their package and name. */
const REPLACED: readonly [folder: RegExp, name: RegExp][] = [
  // The number stays in the message of an error, and the library's documentation says what it means.
  [/[\\/]error-codes[\\/]/, /^\.\/desc\.mjs$/],
  [
    /[\\/]webpack-bundler-runtime[\\/]dist$/,
    /^\.\/(?:init|getSharedFallbackGetter|getUsedExports|updateOptions)\.js$/,
  ],
  [/[\\/]sdk[\\/]dist$/, /^\.\/logger\.js$/],
];

/** Takes what no remote of ours reaches out of the federation runtime in the entry, which each page of a remote loads. */
export const leanRuntime = () =>
  new webpack.NormalModuleReplacementPlugin(/^\.\//, (resolve) => {
    if (REPLACED.some(([folder, name]) => folder.test(resolve.context) && name.test(resolve.request)))
      resolve.request = LEAN_PARTS;
  });
