import type { SampleKind } from '../../model/recording.ts';

const RECORD = 20;
const NO_NATIVE_FIELD = 0xff;
const NO_NATIVE_MESSAGE = 0xffff;

/** How a described field is stored: stored = raw * scale + offset. */
type DescribedField = { kind: SampleKind; scale: number; offset: number; base: number };

/** Stored units of a value of 1 in the units that a description names; the first entry is the profile's own unit. */
const UNITS: Record<SampleKind, Readonly<Record<string, number>>> = {
  lat: { semicircles: (180 / 2 ** 31) * 1e7, deg: 1e7, degrees: 1e7 },
  lng: { semicircles: (180 / 2 ** 31) * 1e7, deg: 1e7, degrees: 1e7 },
  distance: {
    m: 100,
    meter: 100,
    meters: 100,
    metres: 100,
    km: 100_000,
    cm: 1,
    mi: 160_934.4,
    miles: 160_934.4,
    yd: 91.44,
    ft: 30.48,
  },
  altitude: { m: 100, meters: 100, metres: 100, ft: 30.48, feet: 30.48 },
  heartrate: { bpm: 1 },
  cadence: { rpm: 1, spm: 1 },
  power: { watts: 1, w: 1 },
  speed: {
    'm/s': 1000,
    mps: 1000,
    'm/sec': 1000,
    'meters/second': 1000,
    'km/h': 1000 / 3.6,
    kph: 1000 / 3.6,
    kmh: 1000 / 3.6,
    mph: 447.04,
    'mm/s': 1,
  },
  temperature: { c: 10, '°c': 10, 'deg c': 10, celsius: 10 },
};

/** Quantities that apps write in units of different sizes: one that is not listed is not guessed. */
const HAS_OTHER_UNITS: ReadonlySet<SampleKind> = new Set(['distance', 'altitude', 'speed', 'temperature']);

/** Fields of the record message that a developer field can stand for, by native number. */
const NATIVE: Readonly<Record<number, SampleKind>> = {
  0: 'lat',
  1: 'lng',
  2: 'altitude',
  3: 'heartrate',
  4: 'cadence',
  5: 'distance',
  6: 'speed',
  7: 'power',
  13: 'temperature',
  73: 'speed',
  78: 'altitude',
};

/** Names of fields that apps write without a native number; only with a unit of the quantity. */
const NAMES: Readonly<Record<string, SampleKind>> = {
  power: 'power',
  'running power': 'power',
  'heart rate': 'heartrate',
  heart_rate: 'heartrate',
  heartrate: 'heartrate',
  cadence: 'cadence',
  distance: 'distance',
  speed: 'speed',
};

/** What field_description messages (global 206) say of the developer fields in records. */
export class DeveloperFields {
  #fields = new Map<number, DescribedField>();

  get(developer: number, number: number): DescribedField | undefined {
    return this.#fields.get((developer << 8) | number);
  }

  /** Takes one field_description message; `valueAt` gives the bytes of a field, or nothing. */
  add(bytesOf: (field: number) => Buffer | undefined, little: boolean): void {
    const number = (field: number): number | null => bytesOf(field)?.[0] ?? null;
    const text = (field: number): string =>
      (bytesOf(field)?.toString('utf8') ?? '')
        .replace(/\0[\s\S]*$/, '')
        .trim()
        .toLowerCase();
    const [developer, own, base] = [number(0), number(1), number(2)];
    if (developer === null || own === null || base === null) return;
    const message = bytesOf(14);
    const nativeMessage =
      message?.length === 2 ? (little ? message.readUInt16LE() : message.readUInt16BE()) : NO_NATIVE_MESSAGE;
    if (nativeMessage !== NO_NATIVE_MESSAGE && nativeMessage !== RECORD) return;
    const native = number(15) ?? NO_NATIVE_FIELD;
    const units = text(8);
    const kind = native === NO_NATIVE_FIELD ? named(text(3), units) : NATIVE[native];
    if (!kind) return;
    const known = UNITS[kind];
    // A pace in minutes stands for the native speed in some apps; counts a minute have many names.
    if (units !== '' && !Object.hasOwn(known, units) && HAS_OTHER_UNITS.has(kind)) return;
    const unit = Object.hasOwn(known, units) ? known[units]! : Object.values(known)[0]!;
    const scale = number(6);
    const signed = bytesOf(7);
    const offset = signed?.length ? signed.readInt8() : 0;
    this.#fields.set((developer << 8) | own, {
      kind,
      scale: unit / (scale === null || scale === 0 || scale === 0xff ? 1 : scale),
      offset: offset === 0x7f ? 0 : -offset * unit,
      base,
    });
  }
}

function named(name: string, units: string): SampleKind | undefined {
  const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return kind !== undefined && Object.hasOwn(UNITS[kind], units) ? kind : undefined;
}
