import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import { releaseBuffers } from '../release-buffers.ts';
import { type EncodedColumn, STREAM_KINDS, type StreamKind, type Streams } from '../model/parsed-workout.ts';

const MAGIC = 'WMS1';

const PACKING = { level: 4 };
/** One byte of room more tells zlib in its first call that nothing follows. */
const sizeOf = (n: number) => ({ maxOutputLength: Math.max(1, n * 4), chunkSize: Math.max(64, n * 4 + 1) });
const [pack, unpack] = [
  promisify<Uint8Array, object, Buffer>(gzip),
  promisify<Uint8Array, object, Buffer>(gunzip),
];

/** One column: difference to the value before (wrapping), the four bytes in planes, gzip level 4. */
export function encodeColumn(values: Int32Array): Uint8Array<ArrayBuffer> {
  const planes = toPlanes(values);
  const packed = new Uint8Array(gzipSync(planes, PACKING));
  releaseBuffers(planes);
  return packed;
}

/** The same in a thread of zlib, without blocking the event loop. */
export async function encodeColumnAsync(values: Int32Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await pack(toPlanes(values), PACKING));
}

function toPlanes(values: Int32Array): Uint8Array {
  const n = values.length;
  const planes = new Uint8Array(n * 4);
  let before = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    const delta = (value - before) | 0;
    before = value;
    planes[i] = delta;
    planes[n + i] = delta >>> 8;
    planes[2 * n + i] = delta >>> 16;
    planes[3 * n + i] = delta >>> 24;
  }
  return planes;
}

/** The column `encodeColumn` took. Throws when `data` is not exactly `n` values. */
export function decodeColumn(data: Uint8Array, n: number): Int32Array<ArrayBuffer> {
  return fromPlanes(gunzipSync(data, sizeOf(n)), n);
}

/** The same in a thread of zlib, without blocking the event loop. */
export async function decodeColumnAsync(data: Uint8Array, n: number): Promise<Int32Array<ArrayBuffer>> {
  return fromPlanes(await unpack(data, sizeOf(n)), n);
}

function fromPlanes(planes: Uint8Array, n: number): Int32Array<ArrayBuffer> {
  if (planes.length !== n * 4) throw new RangeError(`column holds ${planes.length / 4} values, not ${n}`);
  const values = new Int32Array(n);
  let value = 0;
  for (let i = 0; i < n; i++) {
    const delta =
      planes[i]! | (planes[n + i]! << 8) | (planes[2 * n + i]! << 16) | (planes[3 * n + i]! << 24);
    value = (value + delta) | 0;
    values[i] = value;
  }
  releaseBuffers(planes);
  return values;
}

/** Every column of a workout, in the order of the kinds. */
export function encodeStreams(streams: Streams): EncodedColumn[] {
  const encoded: EncodedColumn[] = [];
  for (const kind of STREAM_KINDS) {
    const values = streams.columns[kind];
    if (values) encoded.push({ kind, n: streams.n, data: encodeColumn(values) });
  }
  return encoded;
}

/** The reverse of `encodeStreams`; an empty list is a workout without series. */
export function decodeStreams(rows: readonly { kind: StreamKind; n: number; data: Uint8Array }[]): Streams {
  const streams: Streams = { n: rows[0]?.n ?? 0, columns: {} };
  for (const row of rows) streams.columns[row.kind] = decodeColumn(row.data, row.n);
  return streams;
}

/**
 * The stored columns in one binary body, as the browser reads it: `WMS1`, uint32 little-endian length of
 * the header, the header as JSON `[{kind, n, bytes}]`, then the columns in that order, untouched.
 */
export function packStreams(rows: readonly { kind: StreamKind; n: number; data: Uint8Array }[]): Buffer {
  const header = Buffer.from(
    JSON.stringify(rows.map(({ kind, n, data }) => ({ kind, n, bytes: data.length }))),
  );
  const start = Buffer.alloc(8);
  start.write(MAGIC, 0, 'latin1');
  start.writeUInt32LE(header.length, 4);
  return Buffer.concat([start, header, ...rows.map((row) => row.data)]);
}

/** The rows `packStreams` took. Throws on anything else. */
export function unpackStreams(body: Uint8Array): { kind: StreamKind; n: number; data: Uint8Array }[] {
  const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (view.length < 8 || view.toString('latin1', 0, 4) !== MAGIC) throw new RangeError('not packed streams');
  let at = 8 + view.readUInt32LE(4);
  const header = JSON.parse(view.toString('utf8', 8, at)) as { kind: StreamKind; n: number; bytes: number }[];
  return header.map(({ kind, n, bytes }) => {
    const data = view.subarray(at, at + bytes);
    if (data.length !== bytes) throw new RangeError('packed streams end too early');
    at += bytes;
    return { kind, n, data };
  });
}
