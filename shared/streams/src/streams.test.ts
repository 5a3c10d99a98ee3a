import { gzipSync } from 'node:zlib';
import {
  decodePolyline,
  decodePreview,
  MISSING,
  PREVIEW_BREAK,
  sketchPath,
  simplifyTrack,
  thinByExtremes,
  unpackStreams,
} from './index.ts';

/** The server's encoding, written a second time on purpose: both sides must agree on the bytes. */
function pack(columns: Record<string, number[]>): ArrayBuffer {
  const parts = Object.entries(columns).map(([kind, values]) => {
    const n = values.length;
    const planes = new Uint8Array(n * 4);
    values.forEach((value, i) => {
      const delta = (value - (values[i - 1] ?? 0)) | 0;
      for (let k = 0; k < 4; k++) planes[k * n + i] = delta >>> (8 * k);
    });
    return { kind, n, data: gzipSync(planes) };
  });
  const header = Buffer.from(
    JSON.stringify(parts.map(({ kind, n, data }) => ({ kind, n, bytes: data.length }))),
  );
  const start = Buffer.alloc(8);
  start.write('WMS1', 'latin1');
  start.writeUInt32LE(header.length, 4);
  const all = Buffer.concat([start, header, ...parts.map((p) => p.data)]);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength);
}

describe('packed streams', () => {
  it('[WORK-04] give back every value, the extremes and the missing ones too', async () => {
    const heartrate = [MISSING, 120, 121, MISSING, 2147483647, -2147483647, 0];
    const time = [0, 1000, 2000, 3000, 4000, 5000, 6000];
    const { n, columns } = await unpackStreams(pack({ time, heartrate }));
    expect(n).toBe(7);
    expect([...columns.heartrate!]).toEqual(heartrate);
    expect([...columns.time!]).toEqual(time);
  });

  it('are refused when they are cut short or something else', async () => {
    const whole = pack({ time: [0, 1, 2] });
    await expect(unpackStreams(whole.slice(0, whole.byteLength - 4))).rejects.toThrow('end too early');
    await expect(unpackStreams(new TextEncoder().encode('<html></html>').buffer)).rejects.toThrow(
      'not packed streams',
    );
  });

  it('of nothing are an empty set of columns', async () => {
    expect(await unpackStreams(new ArrayBuffer(0))).toEqual({ n: 0, columns: {} });
  });
});

it('a polyline decodes to the places of the published example', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

const BROKEN = `_p~iF~ps|U${PREVIEW_BREAK}_ulLnnqC_mqNvxq\`@`;

it('[WORK-03] a preview says before which points no line leads; other decoders see a point again', () => {
  expect(decodePreview(BROKEN)).toEqual({
    points: [
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ],
    breaks: [1],
  });
  expect(decodePreview(BROKEN.replace(PREVIEW_BREAK, '')).breaks).toEqual([]);
  expect(decodePolyline(BROKEN).map(([lng]) => lng)).toEqual([-120.2, -120.2, -120.95, -126.453]);
  expect(decodePreview('')).toEqual({ points: [], breaks: [] });
});

it('[WORK-03] no line of a sketch leads over a pause', () => {
  const commands = (polyline: string) => sketchPath(polyline, 64, 44, 2).replaceAll(/[^LM]/g, '');
  expect(commands(BROKEN)).toBe('MML');
  expect(commands(BROKEN.replace(PREVIEW_BREAK, ''))).toBe('MLL');
  expect(sketchPath(BROKEN, 64, 44, 2).replaceAll('L', 'M')).toBe(
    sketchPath(BROKEN.replace(PREVIEW_BREAK, ''), 64, 44, 2).replaceAll('L', 'M'),
  );
});

describe('thinning a column for drawing', () => {
  const wave = Array.from({ length: 10_000 }, (_, i) => Math.round(100 * Math.sin(i / 50)));
  wave[4321] = 999;
  wave[7777] = MISSING;

  it('keeps every peak and stays in order', () => {
    const picked = thinByExtremes(wave, 0, wave.length, 300, (v) => v === MISSING);
    expect(picked.length).toBeLessThanOrEqual(600);
    expect(picked).toContain(4321);
    expect(picked).not.toContain(7777);
    expect(picked).toEqual(picked.toSorted((a, b) => a - b));
  });

  it('leaves a short one whole', () => {
    expect(thinByExtremes([5, 6, 7], 0, 3, 10, () => false)).toEqual([0, 1, 2]);
  });
});

it('a simplified track keeps its corners and drops what lies on a line', () => {
  const lat = Int32Array.from([0, 0, 0, 1e7, MISSING, 1e7]);
  const lng = Int32Array.from([0, 1e7, 2e7, 2e7, MISSING, 3e7]);
  expect(simplifyTrack(lat, lng, 1e-4, MISSING)).toEqual([0, 2, 3, 5]);
});

it('simplifying 200,000 points full of equal distances stays quick', () => {
  const n = 200_000;
  const lat = Int32Array.from({ length: n }, (_, i) => (i % 2) * 1000);
  const lng = Int32Array.from({ length: n }, (_, i) => i * 100);
  const start = performance.now();
  simplifyTrack(lat, lng, 1e-6, MISSING);
  expect(performance.now() - start).toBeLessThan(3000);
});
