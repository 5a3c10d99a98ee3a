const UINT32 = 0x86;
/** What a timestamp can be, against any other number of four bytes: some days around the first. */
const NEAR = 3 * 86_400;

const NIBBLES = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
];

function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    for (const nibble of [byte & 0xf, byte >> 4]) crc = (crc >> 4) ^ NIBBLES[crc & 0xf]! ^ NIBBLES[nibble]!;
  }
  return crc;
}

/** A copy of a FIT file that took place `seconds` later. `first` is its first timestamp, in FIT's seconds. */
export function shiftFit(file: Buffer, first: number, seconds: number): Buffer {
  const copy = Buffer.from(file);
  const definitions = new Map<number, { size: number; times: number[] }>();
  let at = copy[0]!;
  while (at < copy.length - 2) {
    const header = copy[at]!;
    if (header & 0x40) {
      let size = 0;
      const times: number[] = [];
      const fields = copy[at + 5]!;
      for (let field = at + 6; field < at + 6 + fields * 3; field += 3) {
        if (copy[field + 2] === UINT32 && copy[field + 1] === 4) times.push(size);
        size += copy[field + 1]!;
      }
      definitions.set(header & 0xf, { size, times });
      at += 6 + fields * 3;
      continue;
    }
    const { size, times } = definitions.get(header & 0xf)!;
    for (const offset of times) {
      const value = copy.readUInt32LE(at + 1 + offset);
      if (value >= first && value < first + NEAR) copy.writeUInt32LE(value + seconds, at + 1 + offset);
    }
    at += 1 + size;
  }
  copy.writeUInt16LE(checksum(copy.subarray(0, copy.length - 2)), copy.length - 2);
  return copy;
}
