import type { SampleKind, Samples } from './recording.ts';

/** Seconds between 1970 and FIT's own beginning of time, 1989-12-31. */
export const FIT_EPOCH = 631_065_600;
export const TIMESTAMP = 253;

/** Size and kind of the base types a record's numbers come in; low five bits of the type byte. */
const BASES: Record<number, { bytes: number; signed: boolean }> = {
  0: { bytes: 1, signed: false },
  1: { bytes: 1, signed: true },
  2: { bytes: 1, signed: false },
  3: { bytes: 2, signed: true },
  4: { bytes: 2, signed: false },
  5: { bytes: 4, signed: true },
  6: { bytes: 4, signed: false },
  10: { bytes: 1, signed: false },
  11: { bytes: 2, signed: false },
  12: { bytes: 4, signed: false },
  13: { bytes: 1, signed: false },
};

const DEGREES_E7 = (180 / 2 ** 31) * 1e7;

/** Field number of the record message, by the FIT profile: stored = raw * scale + offset. */
const FIELDS: Record<number, { kind: SampleKind; scale: number; offset: number; over?: number }> = {
  0: { kind: 'lat', scale: DEGREES_E7, offset: 0 },
  1: { kind: 'lng', scale: DEGREES_E7, offset: 0 },
  2: { kind: 'altitude', scale: 20, offset: -50_000, over: 78 },
  3: { kind: 'heartrate', scale: 1, offset: 0 },
  4: { kind: 'cadence', scale: 1, offset: 0 },
  5: { kind: 'distance', scale: 1, offset: 0 },
  6: { kind: 'speed', scale: 1, offset: 0, over: 73 },
  7: { kind: 'power', scale: 1, offset: 0 },
  13: { kind: 'temperature', scale: 10, offset: 0 },
  73: { kind: 'speed', scale: 1, offset: 0 },
  78: { kind: 'altitude', scale: 20, offset: -50_000 },
};

export type FieldDefinition = { number: number; at: number; size: number; base: number };

type Reading = {
  kind: SampleKind;
  scale: number;
  offset: number;
  at: number;
  bytes: number;
  signed: boolean;
  invalid: number;
};

export type RecordPlan = Reading[];

/** Which bytes of a record go where. The enhanced speed and altitude win over the plain ones. */
export function planRecord(fields: readonly FieldDefinition[]): RecordPlan {
  const plan: RecordPlan = [];
  for (const { number, at, size, base } of fields) {
    const field = FIELDS[number];
    const type = BASES[base & 0x1f];
    if (!field || !type || type.bytes !== size) continue;
    const invalid = type.signed ? 2 ** (size * 8 - 1) - 1 : 2 ** (size * 8) - 1;
    const { kind, scale, offset } = field;
    plan.push({ kind, scale, offset, at, bytes: size, signed: type.signed, invalid });
  }
  const enhanced = new Set(fields.map(({ number }) => number));
  return plan
    .filter(({ at }) => {
      const number = fields.find((field) => field.at === at)!.number;
      const { over } = FIELDS[number]!;
      return over === undefined || !enhanced.has(over);
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Reads one record's values into the sample that was just added. */
export function readRecord(
  view: DataView,
  at: number,
  little: boolean,
  plan: RecordPlan,
  samples: Samples,
): void {
  for (const { kind, scale, offset, at: within, bytes, signed, invalid } of plan) {
    const place = at + within;
    let raw: number;
    if (bytes === 1) raw = signed ? view.getInt8(place) : view.getUint8(place);
    else if (bytes === 2) raw = signed ? view.getInt16(place, little) : view.getUint16(place, little);
    else raw = signed ? view.getInt32(place, little) : view.getUint32(place, little);
    if (raw !== invalid) samples.set(kind, raw * scale + offset);
  }
}
