import type { DeveloperFields } from './developer-fields.ts';
import { SAMPLE_KINDS, type SampleKind, type Samples } from '../../model/recording.ts';

/** Seconds between 1970 and the FIT epoch, 1989-12-31. */
export const FIT_EPOCH = 631_065_600;
export const TIMESTAMP = 253;
/** Speed and distance packed into three bytes: twelve bits each. */
const COMPRESSED_SPEED_DISTANCE = 8;

type BaseType = { bytes: number; encoding: 'signed' | 'unsigned' | 'float' };

/** Size and kind of FIT's numeric base types, by the low five bits of the type byte. */
const BASES: Record<number, BaseType> = {
  0: { bytes: 1, encoding: 'unsigned' },
  1: { bytes: 1, encoding: 'signed' },
  2: { bytes: 1, encoding: 'unsigned' },
  3: { bytes: 2, encoding: 'signed' },
  4: { bytes: 2, encoding: 'unsigned' },
  5: { bytes: 4, encoding: 'signed' },
  6: { bytes: 4, encoding: 'unsigned' },
  8: { bytes: 4, encoding: 'float' },
  9: { bytes: 8, encoding: 'float' },
  10: { bytes: 1, encoding: 'unsigned' },
  11: { bytes: 2, encoding: 'unsigned' },
  12: { bytes: 4, encoding: 'unsigned' },
  13: { bytes: 1, encoding: 'unsigned' },
};

const DEGREES_E7 = (180 / 2 ** 31) * 1e7;

/** A field of the record message: stored = raw * scale + offset. A later `rank` overwrites an earlier one. */
type RecordField = { kind: SampleKind; scale: number; offset: number; rank: number };

const KIND_BITS = Object.fromEntries(SAMPLE_KINDS.map((kind, bit) => [kind, bit])) as Record<
  SampleKind,
  number
>;

const DEVELOPER_RANK = 0;
const PLAIN_RANK = 1;
const ENHANCED_RANK = 2;

const plain = (kind: SampleKind, scale: number, offset = 0): RecordField => ({
  kind,
  scale,
  offset,
  rank: PLAIN_RANK,
});

/** By field number of the record message in the FIT profile. */
const FIELDS: Record<number, RecordField> = {
  0: plain('lat', DEGREES_E7),
  1: plain('lng', DEGREES_E7),
  2: plain('altitude', 20, -50_000),
  3: plain('heartrate', 1),
  4: plain('cadence', 1),
  5: plain('distance', 1),
  6: plain('speed', 1),
  7: plain('power', 1),
  13: plain('temperature', 10),
  73: { ...plain('speed', 1), rank: ENHANCED_RANK },
  78: { ...plain('altitude', 20, -50_000), rank: ENHANCED_RANK },
};

export type FieldDefinition = { number: number; at: number; size: number; base: number };
/** A developer field of one record definition: which description applies, and where its bytes are. */
export type DeveloperFieldDefinition = { developer: number; number: number; at: number; size: number };

type FieldReader = RecordField & BaseType & { at: number; invalid: number };

export type RecordPlan = {
  fields: FieldReader[];
  /** Where `compressed_speed_distance` is, or -1. */
  compressedAt: number;
};

/** Carries the roll-over of the 12-bit distance from record to record. */
export type CompressedDistance = { last: number; sum: number };

/**
 * Which bytes of a record go where. Developer fields are read first, plain fields overwrite them, enhanced
 * fields overwrite plain ones; a field that holds no value overwrites nothing, nor does a 0 a developer's value.
 */
export function planRecord(
  fields: readonly FieldDefinition[],
  developerFields: readonly DeveloperFieldDefinition[],
  descriptions: DeveloperFields,
): RecordPlan {
  const plan: RecordPlan = { fields: [], compressedAt: -1 };
  for (const { number, at, size, base } of fields) {
    if (number === COMPRESSED_SPEED_DISTANCE && size === 3) plan.compressedAt = at;
    const field = FIELDS[number];
    if (field) addReader(plan, field, base, at, size);
  }
  for (const { developer, number, at, size } of developerFields) {
    const described = descriptions.get(developer, number);
    if (described) addReader(plan, { ...described, rank: DEVELOPER_RANK }, described.base, at, size);
  }
  plan.fields.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return plan;
}

function addReader(plan: RecordPlan, field: RecordField, base: number, at: number, size: number): void {
  const type = BASES[base & 0x1f];
  if (!type || type.bytes !== size) return;
  const invalid = type.encoding === 'signed' ? 2 ** (size * 8 - 1) - 1 : 2 ** (size * 8) - 1;
  plan.fields.push({ ...field, ...type, at, invalid });
}

function rawValue(
  view: DataView,
  at: number,
  little: boolean,
  { bytes, encoding, invalid }: FieldReader,
): number {
  if (encoding === 'float') return bytes === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little);
  const signed = encoding === 'signed';
  let raw: number;
  if (bytes === 1) raw = signed ? view.getInt8(at) : view.getUint8(at);
  else if (bytes === 2) raw = signed ? view.getInt16(at, little) : view.getUint16(at, little);
  else raw = signed ? view.getInt32(at, little) : view.getUint32(at, little);
  return raw === invalid ? Number.NaN : raw;
}

/** Reads one record's values into the sample that was just added. */
export function readRecord(
  view: DataView,
  at: number,
  little: boolean,
  plan: RecordPlan,
  compressed: CompressedDistance,
  samples: Samples,
): void {
  if (plan.compressedAt >= 0) readCompressed(view, at + plan.compressedAt, compressed, samples);
  let fromDeveloper = 0;
  for (const field of plan.fields) {
    const raw = rawValue(view, at + field.at, little, field);
    if (raw !== raw) continue;
    // Apps count in a field of their own where the watch itself counts nothing.
    const isDeveloper = field.rank === DEVELOPER_RANK;
    if (!isDeveloper && raw === 0 && (fromDeveloper & (1 << KIND_BITS[field.kind])) !== 0) continue;
    if (isDeveloper && raw !== 0) fromDeveloper |= 1 << KIND_BITS[field.kind];
    samples.set(field.kind, raw * field.scale + field.offset);
  }
}

/** Speed in 1/100 m/s in the lower 12 bits, distance in 1/16 m in the upper ones; distance rolls over at 256 m. */
function readCompressed(view: DataView, at: number, compressed: CompressedDistance, samples: Samples): void {
  const [low, middle, high] = [view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)];
  if ((low & middle & high) === 0xff) return;
  const speed = low | ((middle & 0x0f) << 8);
  const distance = (middle >> 4) | (high << 4);
  compressed.sum += (distance - compressed.last) & 0x0fff;
  compressed.last = distance;
  if (speed !== 0x0fff) samples.set('speed', speed * 10);
  samples.set('distance', (compressed.sum * 100) / 16);
}
