import { crc32, deflateRawSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Fields of an entry's headers that a test may set to something untrue. */
export interface EntryHeader {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  extra: Buffer;
}

/** An entry of an archive under construction: its packed bytes and what both headers say of them. */
export interface BuiltEntry {
  packed: Buffer;
  local: EntryHeader;
  central: EntryHeader;
  /** Place of the local header that the central directory names; its true place when null. */
  offset: number | null;
}

const STORED = 0;
const DEFLATED = 8;
const UTF8_NAMES = 0x800;
const DOS_DATE_2026_01_01 = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** An honest entry; change its headers to make it lie. */
export function entryOf(
  name: string,
  content: Buffer | string,
  method: typeof STORED | typeof DEFLATED = DEFLATED,
): BuiltEntry {
  const bytes = Buffer.from(content);
  const packed = method === DEFLATED ? deflateRawSync(bytes) : bytes;
  const header: EntryHeader = {
    name,
    flags: UTF8_NAMES,
    method,
    crc: crc32(bytes),
    packedBytes: packed.length,
    unpackedBytes: bytes.length,
    extra: Buffer.alloc(0),
  };
  return { packed, local: { ...header }, central: { ...header }, offset: null };
}

/** The fields that local and central headers share, in their common order. */
function sharedFields({ flags, method, crc, packedBytes, unpackedBytes, name, extra }: EntryHeader): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(DOS_DATE_2026_01_01, 8);
  fields.writeUInt32LE(crc >>> 0, 10);
  fields.writeUInt32LE(packedBytes >>> 0, 14);
  fields.writeUInt32LE(unpackedBytes >>> 0, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  fields.writeUInt16LE(extra.length, 24);
  return fields;
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function centralHeader(header: EntryHeader, offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset >>> 0, 10);
  const madeBy = Buffer.from([20, 0]);
  return Buffer.concat([
    signature(0x02014b50),
    madeBy,
    sharedFields(header),
    tail,
    Buffer.from(header.name),
    header.extra,
  ]);
}

/** Writes the archive as its entries describe it, true or not. `entryCount` is what its end record says. */
export function buildZip(entries: readonly BuiltEntry[], entryCount = entries.length): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      parts.push(buffer);
      length += buffer.length;
    }
  };
  for (const { local, packed } of entries) {
    places.push(length);
    add(signature(0x04034b50), sharedFields(local), Buffer.from(local.name), local.extra, packed);
  }
  const start = length;
  for (const [i, { central, offset }] of entries.entries()) add(centralHeader(central, offset ?? places[i]!));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(length - start, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...parts, end]);
}

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
