import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A zip archive of some texts. @param options.compress false stores them as they are */
export async function zipOf(
  entries: readonly (readonly [name: string, content: string | Buffer])[],
  { compress = true } = {},
) {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream as Readable) as Promise<Buffer<ArrayBuffer>>;
}
