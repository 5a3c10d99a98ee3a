/**
 * Flags that the API's process is started with. Node would keep 64 MB and more for new objects, which a server of short
 * answers fills and never gives back. Where objects of one place in the code once lived long, V8 has later ones there in
 * the space of old objects from the start: rows of a database do at the start, and what they point to then survives
 * collections for nothing, which take three times as long. Uploads collect their chunks themselves: see
 * `collectYoungGarbage`.
 */
export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
];
