/** Raised when the form of the file changes. */
export const MAGIC = 'WMPLACE2';

export interface CountryInfo {
  /** ISO 3166-1 alpha-2, capitals. */
  code: string;
  name: string;
  /** Another name by which it is found; empty for none. */
  other: string;
  lat: number;
  lng: number;
  /** Of its cities together. */
  population: number;
}

export interface StateInfo {
  /** Index of the country. */
  country: number;
  name: string;
  /** Another name by which it is found; empty for none. */
  other: string;
  short: string;
  slug: string;
  lat: number;
  lng: number;
  population: number;
}

/** A part of a larger city, of whose routes it has no list of its own. */
export const PART = 1;
/** Shares its slug with a larger city: its address ends with its id. */
export const TWIN = 2;
/** Between the folded names of one city. */
export const BREAK = 0x0a;
export const NO_STATE = 0xffff;

/** Columns over all cities, the largest first, and the tables by which they are found. */
const COLUMNS = {
  /** GeoNames ids. */
  ids: Uint32Array,
  /** Degrees times 100,000. */
  lat: Int32Array,
  lng: Int32Array,
  population: Uint32Array,
  state: Uint16Array,
  country: Uint8Array,
  flags: Uint8Array,
  /** Names one after the other, UTF-8, and where each begins; one more than there are cities. */
  nameStart: Uint32Array,
  names: Uint8Array,
  /** Folded names in the same way; each other name of a city follows after a line break. */
  foldStart: Uint32Array,
  folds: Uint8Array,
  /** Beginnings of words in `folds` in the order of what follows, and their cities. */
  words: Uint32Array,
  wordCity: Uint32Array,
  /** Hashes of `country/slug` in their order, and their cities; without those that end with an id. */
  slugHash: Uint32Array,
  slugCity: Uint32Array,
  /** Cities in the order of their ids. */
  byId: Uint32Array,
} as const;
type Name = keyof typeof COLUMNS;
export type Columns = { [N in Name]: InstanceType<(typeof COLUMNS)[N]> };

export interface PlacesData extends Columns {
  countries: CountryInfo[];
  states: StateInfo[];
}

interface Header {
  countries: CountryInfo[];
  states: StateInfo[];
  /** Offset behind the header and number of values of each column. */
  columns: Record<Name, [offset: number, length: number]>;
}

const names = Object.keys(COLUMNS) as Name[];
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** One file: the magic, the header's length, the header as JSON, then each column at a multiple of 8. */
export function pack({ countries, states, ...columns }: PlacesData): Uint8Array {
  let size = 0;
  const places = {} as Header['columns'];
  for (const name of names) {
    places[name] = [size, columns[name].length];
    size += aligned(columns[name].byteLength);
  }
  const header = Buffer.from(JSON.stringify({ countries, states, columns: places } satisfies Header));
  const start = aligned(MAGIC.length + 4 + header.length);
  const file = Buffer.alloc(start + size);
  file.write(MAGIC, 'latin1');
  file.writeUInt32LE(header.length, MAGIC.length);
  header.copy(file, MAGIC.length + 4);
  for (const name of names) {
    const { buffer, byteOffset, byteLength } = columns[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), start + places[name][0]);
  }
  return file;
}

/** The columns as views of the file: nothing is copied. @throws Error when it is no such file */
export function unpack(file: Buffer): PlacesData {
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('This is no file of places.');
  // Views need their place in memory aligned; a file that was read is, a slice of something may not be.
  const bytes = file.byteOffset % 8 === 0 ? file : Buffer.from(Uint8Array.from(file).buffer);
  const length = bytes.readUInt32LE(MAGIC.length);
  const headerAt = MAGIC.length + 4;
  const header = JSON.parse(bytes.toString('utf8', headerAt, headerAt + length)) as Header;
  const start = bytes.byteOffset + aligned(headerAt + length);
  const columns = Object.fromEntries(
    names.map((name) => {
      const [offset, count] = header.columns[name];
      return [name, new COLUMNS[name](bytes.buffer as ArrayBuffer, start + offset, count)];
    }),
  ) as Columns;
  return { ...columns, countries: header.countries, states: header.states };
}

/** Addresses below a country that are pages of their own. */
export const RESERVED_SLUGS = ['stores'];

/** The part of a city's address behind its country: `austin-tx`; with its id where another one has that. */
export const citySlug = (name: string, state: string | undefined, id?: number): string =>
  [name || 'place', state, id].filter((part) => part !== undefined && part !== '').join('-');
