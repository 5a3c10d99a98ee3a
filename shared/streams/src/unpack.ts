import type { StreamKind, Streams } from './kinds.ts';

const MAGIC = 0x31534d57; // 'WMS1', little endian

interface Part {
  kind: StreamKind;
  n: number;
  bytes: number;
}

/**
 * Reads the packed columns of `GET /workout/{id}/streams/`: 'WMS1', uint32 length of the JSON header,
 * `[{kind, n, bytes}]`, then each column as gzip of byte planes of differences.
 * @throws RangeError when the body is cut short or is something else
 */
export async function unpackStreams(body: ArrayBuffer): Promise<Streams> {
  if (body.byteLength === 0) return { n: 0, columns: {} };
  const view = new DataView(body);
  if (body.byteLength < 8 || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('These are not packed streams.');
  const headerBytes = view.getUint32(4, true);
  const parts = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 8, headerBytes))) as Part[];
  let at = 8 + headerBytes;
  const all = await Promise.all(
    parts.map(({ bytes }) => {
      const start = at;
      at += bytes;
      if (at > body.byteLength) throw new RangeError('The packed streams end too early.');
      return inflate(new Uint8Array(body, start, bytes));
    }),
  );
  const columns: Streams['columns'] = {};
  for (const [i, { kind, n }] of parts.entries()) addColumn(columns, kind, all[i]!, n);
  return { n: parts[0]?.n ?? 0, columns };
}

/** Decoded when it is first read: a chart opens with half of the columns that a recording has. */
function addColumn(columns: Streams['columns'], kind: StreamKind, planes: Uint8Array, n: number): void {
  checkPlanes(planes, n);
  Object.defineProperty(columns, kind, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = decodePlanes(planes, n);
      Object.defineProperty(columns, kind, { enumerable: true, value });
      return value;
    },
  });
}

/** Undoes byte planes and differences. @param planes four planes of `n` bytes, lowest first */
export function decodePlanes(planes: Uint8Array, n: number): Int32Array {
  checkPlanes(planes, n);
  const values = new Int32Array(n);
  let value = 0;
  for (let i = 0; i < n; i++) {
    value =
      (value +
        (planes[i]! | (planes[n + i]! << 8) | (planes[2 * n + i]! << 16) | (planes[3 * n + i]! << 24))) |
      0;
    values[i] = value;
  }
  return values;
}

function checkPlanes(planes: Uint8Array, n: number): void {
  if (planes.length !== n * 4)
    throw new RangeError(`A column holds ${planes.length / 4} values instead of ${n}.`);
}

async function inflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Response(data).body!.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
