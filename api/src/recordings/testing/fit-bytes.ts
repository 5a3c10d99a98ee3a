const FIT_EPOCH_MS = Date.UTC(1989, 11, 31);

/** Base types by the names that this writer uses: type byte and size. */
const TYPES = {
  u8: [0x02, 1],
  i8: [0x01, 1],
  enum: [0x00, 1],
  byte: [0x0d, 1],
  u16: [0x84, 2],
  i16: [0x83, 2],
  u32: [0x86, 4],
  i32: [0x85, 4],
  f32: [0x88, 4],
  text: [0x07, 1],
} as const;
type TypeName = keyof typeof TYPES;

/** Field number, type, and value; null is written as the type's invalid value. */
export type FitField = readonly [
  number: number,
  type: TypeName,
  value: number | readonly number[] | string | null,
];
/** The same for a developer field, with the index of its developer. */
export type FitDeveloperField = readonly [...FitField, developer: number];

export const fitTime = (ms: number): number => Math.round((ms - FIT_EPOCH_MS) / 1000);

function bytesOf([, type, value]: FitField): Buffer {
  const [base, size] = TYPES[type];
  if (typeof value === 'string') return Buffer.from(`${value}\0`);
  const values = value === null || typeof value === 'number' ? [value] : value;
  const bytes = Buffer.alloc(values.length * size);
  for (const [i, one] of values.entries()) {
    if (type === 'f32') bytes.writeFloatLE(one ?? Number.NaN, i * size);
    else if (one === null) bytes.fill(0xff, i * size, (i + 1) * size);
    else if (type.startsWith('i')) bytes.writeIntLE(Math.round(one), i * size, size);
    else bytes.writeUIntLE(Math.round(one), i * size, size);
    // The invalid value of a signed type has its highest bit off.
    if (one === null && (base & 0x0f) % 2 === 1 && type.startsWith('i')) bytes[(i + 1) * size - 1] = 0x7f;
  }
  return bytes;
}

/**
 * Writes FIT files byte by byte: also what Garmin's encoder would refuse to write, such as records without a time,
 * developer fields and packed beats. Every message carries its own definition.
 */
export class FitBytes {
  #parts: Buffer[] = [];

  message(
    global: number,
    fields: readonly FitField[],
    developerFields: readonly FitDeveloperField[] = [],
  ): this {
    const data = fields.map(bytesOf);
    const ofDeveloper = developerFields.map(([number, type, value]) => bytesOf([number, type, value]));
    const definition = Buffer.alloc(6);
    definition[0] = developerFields.length > 0 ? 0x60 : 0x40;
    definition.writeUInt16LE(global, 3);
    definition[5] = fields.length;
    const described = fields.map(([number, type], i) => [number, data[i]!.length, TYPES[type][0]]);
    const parts = [definition, Buffer.from(described.flat())];
    if (developerFields.length > 0) {
      const own = developerFields.map(([number, , , developer], i) => [
        number,
        ofDeveloper[i]!.length,
        developer,
      ]);
      parts.push(Buffer.from([developerFields.length, ...own.flat()]));
    }
    this.#parts.push(...parts, Buffer.from([0]), ...data, ...ofDeveloper);
    return this;
  }

  bytes(): Buffer {
    const length = this.#parts.reduce((sum, part) => sum + part.length, 0);
    const header = Buffer.alloc(14);
    header[0] = 14;
    header[1] = 0x20;
    header.writeUInt16LE(2132, 2);
    header.writeUInt32LE(length, 4);
    header.write('.FIT', 8, 'latin1');
    return Buffer.concat([header, ...this.#parts, Buffer.alloc(2)]);
  }

  /** With the checksum at the end. */
  checkedBytes(): Buffer {
    const bytes = this.bytes();
    bytes.writeUInt16LE(checksumOf(bytes.subarray(0, -2)), bytes.length - 2);
    return bytes;
  }
}

/** FIT's CRC-16, bit by bit. */
export function checksumOf(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
