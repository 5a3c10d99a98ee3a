import webpack from 'webpack';
import { fileURLToPath } from 'node:url';

const OURS = fileURLToPath(new URL('./lean-runtime-parts.ts', import.meta.url));

/** Modules of the federation runtime, by their package and name. */
const PARTS: readonly [folder: RegExp, name: RegExp][] = [
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
    if (PARTS.some(([folder, name]) => folder.test(resolve.context) && name.test(resolve.request)))
      resolve.request = OURS;
  });
