import assert from 'node:assert/strict';
import test from 'node:test';
import type { WorkoutList } from '@waymark/api-contract';
import { decodePolyline, unpackTracks } from '@waymark/streams';
import { encodePolyline } from '../../../recordings/streams/preview.ts';
import { importAll } from '../../imports/testing/import-files.ts';
import { windingGpx } from '../../privacy/testing.ts';
import { startTestApi } from '../../../testing/api.ts';
import { as, log } from '../testing.ts';
import { asVisible } from '../../privacy/testing.ts';
import { packTracks } from './pack-tracks.ts';

const row = (id: number, places: readonly (readonly [number, number])[]) => ({
  id,
  name: 'Run',
  activity_type_id: 16,
  local_day: '2026-05-01',
  distance_total: 1234.4,
  polyline: encodePolyline(places),
});
const bodyOf = (packed: Buffer) =>
  packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length) as ArrayBuffer;

test('[WORK-08] packed tracks are read again within two metres, over the date line too, and are small', async () => {
  const wave = Array.from({ length: 200 }, (_, i) => [52 + Math.sin(i / 9) / 50, 21 + i / 2000] as const);
  const rows = [
    row(9_007_199_254_740_001, wave),
    row(2, [
      [-17, 179.99],
      [-17.001, -179.99],
    ]),
    row(3, [
      [5, 5],
      [5.000004, 5],
    ]),
  ];
  const packed = await packTracks(rows.map(asVisible));
  const { header, starts, lat, lng } = unpackTracks(bodyOf(packed));
  assert.deepEqual(header.id, [9_007_199_254_740_001, 2, 3]);
  assert.deepEqual([...starts], [0, 200, 202, 203]);
  wave.forEach(([y, x], i) => {
    assert.ok(Math.abs(lat[i]! * header.step - y) < 1.6e-5 && Math.abs(lng[i]! * header.step - x) < 1.6e-5);
  });
  assert.ok(Math.abs(lng[201]! * header.step - 180.01) < 1e-4, 'longitudes run on');
  assert.deepEqual([header.names, header.name, header.meters[0]], [['Run'], [0, 0, 0], 1234]);
  assert.ok(packed.length < rows.reduce((sum, { polyline }) => sum + polyline.length, 0) + 400);
  assert.throws(() => unpackTracks(bodyOf(packed.subarray(0, packed.length - 1))), /end too early/);
  assert.throws(() => unpackTracks(new ArrayBuffer(20)), /not packed tracks/);
});

test('[WORK-08] a pause of a track is a gap on the heat map', async () => {
  const places = [
    [52, 21],
    [52.001, 21],
    // Falls together with the one before.
    [52.001_001, 21],
    [52.1, 21.1],
    [52.101, 21.1],
  ] as const;
  const packed = await packTracks(
    [
      row(1, places),
      { ...row(2, places), polyline: encodePolyline(places, new Set([2])) },
      { ...row(3, places), polyline: encodePolyline(places, new Set([3])) },
    ].map(asVisible),
  );
  const { starts, lat, lng, breaks } = unpackTracks(bodyOf(packed));
  assert.deepEqual([...starts], [0, 4, 8, 12]);
  for (const column of [lat, lng]) {
    assert.deepEqual(column.slice(4, 8), column.slice(0, 4));
    assert.deepEqual(column.slice(8), column.slice(0, 4));
  }
  assert.deepEqual([...breaks], [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
});

test('[WORK-08] the heat map has every own track, newest first, by span and activity; the second visit takes nothing', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  const mine = as(api, owner);
  await importAll(mine, [
    ['a.gpx', windingGpx('2026-05-01T08:00:00Z')],
    ['b.gpx', windingGpx('2026-06-01T08:00:00Z')],
  ]);
  await log(mine);
  const path = `/user_stats/${owner.userId}/heat_map/`;
  const read = async (query = '', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.url}/services/main/v7.1${path}${query}`, {
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    });
    return { answer, tracks: answer.status === 200 ? unpackTracks(await answer.arrayBuffer()) : null };
  };
  const { answer, tracks } = await read();
  const list = (await mine<WorkoutList>('GET', '/workout/')).body._embedded.workouts;
  const recorded = list.filter(({ preview }) => preview.polyline !== null);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.waymark.tracks');
  assert.deepEqual(
    tracks!.header.id,
    recorded.map(({ id }) => id),
  );
  const [first] = decodePolyline(recorded[0]!.preview.polyline!);
  assert.ok(Math.abs(tracks!.lng[0]! * tracks!.header.step - first![0]) < 2e-5);
  assert.equal(tracks!.header.types[0]!.group, 'run');

  const tag = answer.headers.get('etag')!;
  assert.equal((await read('', { 'if-none-match': tag })).answer.status, 304);
  assert.deepEqual((await read('?from=2026-05-15')).tracks!.header.id, [recorded[0]!.id]);
  assert.equal((await read('?to=2026-04-01')).tracks!.header.id.length, 0);
  assert.equal((await read('?activity_types=16')).tracks!.header.id.length, 2);
  assert.equal((await read('?activity_types=11,15')).tracks!.header.id.length, 0);
  await mine('DELETE', `/workout/${recorded[1]!.id}/`);
  const after = await read('', { 'if-none-match': tag });
  assert.deepEqual(after.tracks!.header.id, [recorded[0]!.id]);

  assert.equal((await as(api, other)('GET', path)).status, 403);
  assert.equal((await as(api, null)('GET', path)).status, 401);
});
