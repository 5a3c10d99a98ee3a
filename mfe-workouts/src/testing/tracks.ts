import type { TracksHeader } from '@waymark/streams';

interface SampleTrack {
  id: number;
  name: string;
  /** 16 is a run, 11 a ride. */
  type: 16 | 11;
  day: string;
  points: readonly (readonly [lng: number, lat: number])[];
}

const STEP = 2e-5;

/** The body of `GET /user_stats/{id}/heat_map/` as the API packs it. */
export function packedTracks(tracks: readonly SampleTrack[]): ArrayBuffer {
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  };
  const lengths = tracks.map(({ points }) => {
    const from = bytes.length;
    let [x, y] = [0, 0];
    for (const [lng, lat] of points) {
      const [nextX, nextY] = [Math.round(lng / STEP), Math.round(lat / STEP)];
      write(nextY - y);
      write(nextX - x);
      [x, y] = [nextX, nextY];
    }
    return bytes.length - from;
  });
  const header: TracksHeader = {
    step: STEP,
    names: tracks.map(({ name }) => name),
    types: [
      { id: 16, parent: null, name: 'Run', group: 'run' },
      { id: 11, parent: null, name: 'Ride', group: 'ride' },
    ].filter(({ id }) => tracks.some(({ type }) => type === id)),
    id: tracks.map(({ id }) => id),
    type: tracks.map(({ type }) => type),
    day: tracks.map(({ day }) => Date.parse(day) / 86_400_000),
    meters: tracks.map(() => 5000),
    name: tracks.map((_, i) => i),
    bytes: lengths,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const body = new Uint8Array(8 + text.length + bytes.length);
  body.set(new TextEncoder().encode('WMT1'));
  new DataView(body.buffer).setUint32(4, text.length, true);
  body.set(text, 8);
  body.set(bytes, 8 + text.length);
  return body.buffer;
}

/** Two runs and a ride from one door, newest first, and a run elsewhere. */
export const TRACKS = packedTracks([
  {
    id: 4,
    name: 'Long ride',
    type: 11,
    day: '2026-10-03',
    points: [
      [21, 52],
      [21.2, 52],
    ],
  },
  {
    id: 3,
    name: 'Morning run',
    type: 16,
    day: '2026-09-20',
    points: [
      [21.0002, 52.0001],
      [21.02, 52],
    ],
  },
  {
    id: 2,
    name: 'Evening run',
    type: 16,
    day: '2026-09-05',
    points: [
      [21, 52.0001],
      [21, 52.02],
    ],
  },
  {
    id: 1,
    name: 'Holiday run',
    type: 16,
    day: '2025-07-01',
    points: [
      [-70, 43],
      [-70.01, 43],
    ],
  },
]);
