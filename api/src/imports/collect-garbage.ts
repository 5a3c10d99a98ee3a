/**
 * Frees memory of objects that were created last, in about a millisecond. Chunks of a large upload are much memory in
 * few objects: left alone they trigger collections of the whole heap, several for one file, which delay other calls.
 * Node offers the collector where it was started with `--expose-gc`, as `NODE_FLAGS` says; elsewhere nothing happens.
 */
export function collectYoungGarbage(): void {
  globalThis.gc?.({ type: 'minor' });
}
