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
        // English stays in the code as the default text, so the first language costs no request.
        plugins: [
          ['@lingui/swc-plugin', { stripNonEssentialFields: false }] as [string, Record<string, unknown>],
        ],
      },
    },
    ...(commonjs ? { module: { type: 'commonjs' as const } } : {}),
  };
}
