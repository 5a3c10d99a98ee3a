import assert from 'node:assert/strict';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  decodeColumn,
  decodeStreams,
  encodeColumn,
  encodeStreams,
  packStreams,
  unpackStreams,
} from './codec.ts';
import { MISSING, type Streams } from '../model/parsed-workout.ts';

/** Small deterministic generator, so that a failure can be repeated. */
function randomInts(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state | 0;
  };
}

test('every int32 column survives encoding', () => {
  const edges = [MISSING, 2147483647, 0, -1, 1, MISSING, MISSING, -2147483647];
  for (let round = 1; round <= 200; round++) {
    const next = randomInts(round * 7919);
    const values = Int32Array.from({ length: (next() >>> 0) % 300 }, (_, i) =>
      round % 3 === 0 ? edges[(next() >>> 0) % edges.length]! : round % 3 === 1 ? next() : i * 1000,
    );
    assert.deepEqual(decodeColumn(encodeColumn(values), values.length), values, `round ${round}`);
  }
});

test('a column is delta, byte planes, gzip and nothing else', () => {
  const raw = gunzipSync(encodeColumn(Int32Array.of(1, 3, 2)));
  assert.deepEqual([...raw], [1, 2, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255]);
});

test('a column of the wrong length is an error, not a short workout', () => {
  const data = encodeColumn(Int32Array.of(1, 2, 3));
  assert.throws(() => decodeColumn(data, 2));
  assert.throws(() => decodeColumn(data, 4), /not 4/);
});

test('streams survive encoding and the container the browser reads', () => {
  const streams: Streams = {
    n: 3,
    columns: { time: Int32Array.of(0, 1000, 2000), heartrate: Int32Array.of(MISSING, 120, 121) },
  };
  const encoded = encodeStreams(streams);
  const packed = packStreams(encoded);
  assert.equal(packed.toString('latin1', 0, 4), 'WMS1');
  assert.deepEqual(decodeStreams(unpackStreams(packed)), streams);
  assert.throws(() => unpackStreams(packed.subarray(0, packed.length - 1)), /too early/);
  assert.throws(() => unpackStreams(Buffer.from('nonsense!')), /not packed/);
});

test('an ordinary hour takes a small fraction of its raw size', () => {
  const lat = Int32Array.from({ length: 3600 }, (_, i) => 520000000 + i * 250 + (i % 7));
  assert.ok(encodeColumn(lat).length < lat.byteLength / 8);
});
