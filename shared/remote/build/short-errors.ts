import webpack from 'webpack';
import { fileURLToPath } from 'node:url';

const OURS = fileURLToPath(new URL('./error-words.ts', import.meta.url));

/**
 * Takes the sentences of the federation runtime's errors out of the entry, which each page of a remote loads: the
 * number stays in the message, and the library's documentation says what it means.
 */
export const shortErrors = () =>
  new webpack.NormalModuleReplacementPlugin(/^\.\/desc\.mjs$/, (resolve) => {
    if (/[\\/]error-codes[\\/]/.test(resolve.context)) resolve.request = OURS;
  });
