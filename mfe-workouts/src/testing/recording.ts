import { gzipSync } from 'node:zlib';
import type { StreamKind, Streams } from '@waymark/streams';

/** An even run of `seconds` at 2.5 m/s northwards, a sample a second, with whatever else is given. */
export function sampleStreams(
  seconds: number,
  more: Partial<Record<StreamKind, (i: number) => number>> = {},
): Streams {
  const n = seconds + 1;
  const every: Partial<Record<StreamKind, (i: number) => number>> = {
    time: (i) => i * 1000,
    timer: (i) => i * 1000,
    lat: (i) => 520_000_000 + i * 225,
    lng: () => 210_000_000,
    distance: (i) => i * 250,
    speed: () => 2500,
    moving: () => 1,
    ...more,
  };
  return {
    n,
    columns: Object.fromEntries(
      Object.entries(every).map(([kind, value]) => [
        kind,
        Int32Array.from({ length: n }, (_, i) => value(i)),
      ]),
    ),
  };
}

/** The body of `GET /workout/{id}/streams/` as the API packs it. */
export function packed({ n, columns }: Streams): ArrayBuffer {
  const parts = Object.entries(columns).map(([kind, values]) => {
    const planes = new Uint8Array(n * 4);
    values.forEach((value, i) => {
      const delta = (value - (values[i - 1] ?? 0)) | 0;
      for (let k = 0; k < 4; k++) planes[k * n + i] = delta >>> (8 * k);
    });
    return { kind, n, data: gzipSync(planes) };
  });
  const header = new TextEncoder().encode(
    JSON.stringify(parts.map(({ kind, data }) => ({ kind, n, bytes: data.length }))),
  );
  const body = new Uint8Array(8 + header.length + parts.reduce((sum, { data }) => sum + data.length, 0));
  body.set([0x57, 0x4d, 0x53, 0x31]);
  new DataView(body.buffer).setUint32(4, header.length, true);
  body.set(header, 8);
  let at = 8 + header.length;
  for (const { data } of parts) {
    body.set(data, at);
    at += data.length;
  }
  return body.buffer;
}
