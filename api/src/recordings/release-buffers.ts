/**
 * Releases the memory of large columns at once. Left to the garbage collector it triggers a collection of the whole heap
 * every few files. The views cannot be read afterwards.
 */
export function releaseBuffers(...views: readonly ArrayBufferView[]): void {
  for (const { buffer, byteLength } of views) {
    // Memory that is shared with other views stays.
    if (!(buffer instanceof ArrayBuffer) || buffer.detached) continue;
    if (buffer.byteLength - byteLength <= 1) buffer.transfer(0);
  }
}
