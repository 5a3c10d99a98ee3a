import { fileURLToPath } from 'node:url';

// Compiled plugins are large and belong to this machine only.
const cacheRoot = fileURLToPath(new URL('../../../node_modules/.cache/swc', import.meta.url));

/**
 * The one swc configuration: webpack builds and jest both transform with it, so what is tested is what is built.
 * @param commonjs emit CommonJS (jest) instead of ES modules (webpack)
 * @param refresh  React Fast Refresh for the development server
 */
export function swcOptions({ commonjs = false, refresh = false } = {}) {
  return {
    jsc: {
      parser: { syntax: 'typescript' as const, tsx: true },
      target: 'es2022' as const,
      transform: { react: { runtime: 'automatic' as const, refresh, development: refresh } },
      experimental: {
        cacheRoot,
        // English stays in the code as the default text, so the first language costs no request.
        plugins: [
          ['@lingui/swc-plugin', { stripNonEssentialFields: false }] as [string, Record<string, unknown>],
        ],
      },
    },
    ...(commonjs ? { module: { type: 'commonjs' as const } } : {}),
  };
}
