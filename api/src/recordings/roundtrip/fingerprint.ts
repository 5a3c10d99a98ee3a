import { crc32 } from 'node:zlib';
import { SAMPLE_KINDS, type SampleKind } from '../model/recording.ts';
import { MISSING } from '../model/parsed-workout.ts';

/** Points as a reader finds them in a file. */
export type Points = {
  n: number;
  /** ms since 1970. */
  at: Float64Array;
  columns: Partial<Record<SampleKind, Int32Array>>;
};

const bytesOf = (values: Float64Array | Int32Array, n: number): Buffer =>
  Buffer.from(values.buffer, values.byteOffset, n * values.BYTES_PER_ELEMENT);

/** One number over everything the points hold: the same as long as nobody changed the file. */
export function fingerprint({ n, at, columns }: Points): number {
  let sum = crc32(bytesOf(at, n));
  for (const kind of SAMPLE_KINDS) {
    const column = columns[kind]?.subarray(0, n);
    if (!column || column.every((value) => value === MISSING)) continue;
    sum = crc32(bytesOf(column, n), crc32(kind, sum));
  }
  return sum;
}
