import { fileURLToPath } from 'node:url';
import type { RuleSetRule } from 'webpack';
import { swcOptions } from './swc.ts';

/** Fonts and pictures are files of their own; their names carry their hash. */
export const ASSET_NAME = '[name].[contenthash:8][ext]';

/** How source becomes JavaScript, the same for the host and each remote. Style sheets differ: `css` says how. */
export function rules(css: string, cssOptions: object = {}): RuleSetRule[] {
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      use: [
        { loader: fileURLToPath(new URL('./compile-messages.ts', import.meta.url)) },
        { loader: fileURLToPath(import.meta.resolve('swc-loader')), options: swcOptions() },
      ],
    },
    {
      test: /[\\/]maplibre-gl[\\/]dist[\\/]maplibre-gl\.mjs$/,
      loader: fileURLToPath(new URL('./no-own-address.ts', import.meta.url)),
      parser: { exprContextCritical: false },
    },
    // A package that is free of side effects still wants its style sheets.
    { test: /\.css$/, loader: css, options: cssOptions, type: 'javascript/auto', sideEffects: true },
    { test: /\.(svg|png|jpe?g|webp|avif|woff2?)$/, type: 'asset/resource' },
  ];
}
