import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A zip archive of some texts. */
export async function zipOf(entries: readonly (readonly [name: string, content: string | Buffer])[]) {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable) as Promise<Buffer<ArrayBuffer>>;
}
