import assert from 'node:assert/strict';
import test from 'node:test';
import { ascii, AsciiWriter } from './ascii-writer.ts';

/** What was written by `write`, into a buffer that is too small for it. */
function written(write: (writer: AsciiWriter) => void): string {
  const writer = new AsciiWriter(1);
  write(writer);
  return writer.take().toString('latin1');
}

/** By BigInt, which has no rounding in common with the writer. */
function decimalOf(value: number, places: number): string {
  const digits = BigInt(Math.abs(value))
    .toString()
    .padStart(places + 1, '0');
  const sign = value < 0 ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

test('[WORK-03] integers are written as decimals, to the last digit of 32 bits and more', () => {
  const values = [
    0,
    1,
    9,
    10,
    99,
    100,
    523_400_012,
    1_799_999_999,
    2 ** 31 - 1,
    2 ** 32,
    1e12,
    999_999_999_999,
  ];
  for (let i = 0; i < 2000; i++) values.push(Math.floor(i ** 3 * 1.37));
  for (const value of values.flatMap((one) => (one === 0 ? [0] : [one, -one])))
    for (const places of [0, 1, 2, 3, 7])
      assert.equal(
        written((writer) => writer.decimal(value, places)),
        decimalOf(value, places),
      );
});

test('[WORK-03] times are written as ISO 8601, across days, before 1970 and beyond the year 9999', () => {
  const times = [
    0,
    1,
    -1,
    86_399_999,
    86_400_000,
    -86_400_000,
    -86_400_001,
    Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  ];
  times.push(Date.UTC(1899, 11, 31), Date.UTC(12_345, 0, 1), 8.64e15, -8.64e15);
  for (let i = 0; i < 2000; i++) times.push(Date.UTC(2026, 0, 1) + i * 12_345_678);
  assert.equal(
    written((writer) => times.forEach((time) => writer.time(time).text(ascii(' ')))),
    times.map((time) => `${new Date(time).toISOString()} `).join(''),
  );
  assert.throws(() => written((writer) => writer.time(Number.NaN)), RangeError);
  assert.throws(() => written((writer) => writer.time(9e15)), RangeError);
});

test('[WORK-03] what was taken stays as it is while the next part is written', () => {
  const writer = new AsciiWriter(8);
  const first = writer.text(ascii('<a>')).integer(1).take();
  const second = writer.text(ascii('<b>')).integer(2).take();
  assert.deepEqual([String(first), String(second), writer.take().length], ['<a>1', '<b>2', 0]);
});
