import { TIMESTAMP } from './record-fields.ts';

/** Base types of the FIT protocol: type byte, bytes, and what stands for no value. */
const BASES = {
  enum: { code: 0x00, bytes: 1, none: 0xff },
  sint8: { code: 0x01, bytes: 1, none: 0x7f },
  uint8: { code: 0x02, bytes: 1, none: 0xff },
  uint16: { code: 0x84, bytes: 2, none: 0xffff },
  sint32: { code: 0x85, bytes: 4, none: 0x7fffffff },
  uint32: { code: 0x86, bytes: 4, none: 0xffffffff },
  uint32z: { code: 0x8c, bytes: 4, none: 0 },
} as const;
export type Base = keyof typeof BASES;

/** Field number of the profile, base type, raw value; null where there is none. Text and bytes stand for themselves. */
export type Field =
  | readonly [number: number, base: Base, value: number | null]
  | readonly [number: number, base: 'string', value: string]
  | readonly [number: number, base: 'byte', value: Uint8Array];

const STRING = 0x07;
const BYTE = 0x0d;
/** A field has at most 255 bytes. */
const LONGEST = 255;

function textBytes(text: string): Buffer {
  let bytes = Buffer.from(`${text}\0`);
  for (let cut = text; bytes.length > LONGEST; bytes = Buffer.from(`${cut}\0`)) {
    // A character must not be cut in half.
    cut = Array.from(cut).slice(0, -1).join('');
  }
  return bytes;
}

const LIMITS: Record<Base, readonly [number, number]> = {
  enum: [0, 0xfe],
  sint8: [-0x80, 0x7e],
  uint8: [0, 0xfe],
  uint16: [0, 0xfffe],
  sint32: [-0x80000000, 0x7ffffffe],
  uint32: [0, 0xfffffffe],
  uint32z: [1, 0xffffffff],
};

/** Writes a raw value, or the sign of none where it is missing or does not fit. */
export function writeValue(into: Buffer, at: number, base: Base, value: number | null): number {
  const { bytes, none } = BASES[base];
  const [low, high] = LIMITS[base];
  const raw = value === null || !(value >= low && value <= high) ? none : Math.round(value);
  // One by one: the buffer's own writing of a width that varies takes three times as long.
  for (let i = 0; i < bytes; i++) into[at + i] = raw >>> (8 * i);
  return at + bytes;
}

/** A definition message: little-endian, `local` names it in the messages that follow. */
export function definitionMessage(
  local: number,
  global: number,
  fields: readonly (readonly [number: number, size: number, code: number])[],
): Buffer {
  const head = Buffer.from([0x40 | local, 0, 0, global & 0xff, global >> 8, fields.length]);
  return Buffer.concat([head, Buffer.from(fields.flat())]);
}

export const columnField = (number: number, base: Base): readonly [number, number, number] => [
  number,
  BASES[base].bytes,
  BASES[base].code,
];

/** A message with its definition before it. */
export function dataMessage(local: number, global: number, fields: readonly Field[]): Buffer {
  const shape: [number, number, number][] = [];
  const values: Buffer[] = [Buffer.from([local])];
  for (const [number, base, value] of fields) {
    const bytes =
      base === 'string'
        ? textBytes(value)
        : base === 'byte'
          ? Buffer.from(value)
          : Buffer.alloc(BASES[base].bytes);
    if (base !== 'string' && base !== 'byte') writeValue(bytes, 0, base, value);
    shape.push([
      number,
      bytes.length,
      base === 'string' ? STRING : base === 'byte' ? BYTE : BASES[base].code,
    ]);
    values.push(bytes);
  }
  return Buffer.concat([definitionMessage(local, global, shape), ...values]);
}

export const timestampField = (time: number): Field => [TIMESTAMP, 'uint32', time];

const CRC = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
];
/** The protocol's sum over four bits at a time, made into a table over eight. */
const SUMS = Uint16Array.from({ length: 256 }, (_, byte) => {
  const half = (sum: number, bits: number) => ((sum >> 4) & 0x0fff) ^ CRC[sum & 0xf]! ^ CRC[bits & 0xf]!;
  return half(half(0, byte), byte >> 4);
});

export function fitCrc(bytes: Uint8Array, sum = 0): number {
  for (let i = 0; i < bytes.length; i++) sum = (sum >> 8) ^ SUMS[(sum ^ bytes[i]!) & 0xff]!;
  return sum;
}

/** Protocol 2.0; `length` counts the messages only. */
export function fitHeader(length: number): Buffer {
  const header = Buffer.alloc(14);
  header[0] = 14;
  header[1] = 0x20;
  header.writeUInt16LE(21_158, 2);
  header.writeUInt32LE(length, 4);
  header.write('.FIT', 8, 'latin1');
  header.writeUInt16LE(fitCrc(header.subarray(0, 12)), 12);
  return header;
}
