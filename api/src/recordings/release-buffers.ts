/**
 * Gives the memory of large columns back at once, and not when the collector comes by: it comes by for every few
 * files otherwise, and looks at all there is each time. Nothing can be read from them afterwards.
 */
export function giveBack(...views: readonly ArrayBufferView[]): void {
  for (const { buffer, byteLength } of views) {
    // What shares its memory with others stays.
    if (!(buffer instanceof ArrayBuffer) || buffer.detached) continue;
    if (buffer.byteLength - byteLength <= 1) buffer.transfer(0);
  }
}
