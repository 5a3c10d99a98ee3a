/**
 * Flags that the API's process is started with. Node would keep 64 MB and more for new objects, which a server of short
 * answers fills and never gives back. Uploads collect their chunks themselves: see `collectYoungGarbage`.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--expose-gc'];
