import type { Points } from '../../recordings/roundtrip/fingerprint.ts';
import { FIT_EPOCH, TIMESTAMP } from '../../recordings/formats/fit/record-fields.ts';
import type { SampleKind } from '../../recordings/model/recording.ts';
import { MISSING, type Streams } from '../../recordings/model/parsed-workout.ts';
import {
  type Base,
  columnField,
  definitionMessage,
  writeValue,
} from '../../recordings/formats/fit/fit-writer.ts';
import { fitAltitude, oneFoot, semicircles } from './points.ts';

export const RECORD = 20;
/** The local number of records; the other messages take other ones. */
const LOCAL = 0;

type Column = { number: number; base: Base; kind: SampleKind; raw: (value: number) => number };

const same = (value: number): number => value;
const COLUMNS: readonly Column[] = [
  { number: 0, base: 'sint32', kind: 'lat', raw: semicircles },
  { number: 1, base: 'sint32', kind: 'lng', raw: semicircles },
  { number: 5, base: 'uint32', kind: 'distance', raw: same },
  { number: 73, base: 'uint32', kind: 'speed', raw: same },
  { number: 78, base: 'uint32', kind: 'altitude', raw: fitAltitude },
  { number: 7, base: 'uint16', kind: 'power', raw: same },
  { number: 3, base: 'uint8', kind: 'heartrate', raw: same },
  { number: 4, base: 'uint8', kind: 'cadence', raw: same },
  { number: 13, base: 'sint8', kind: 'temperature', raw: (value) => Math.round(value / 10) },
];
/** Where one foot is counted, the step that halving loses is half a stride: 64 of 128. */
const HALF_STRIDE: Column = {
  number: 53,
  base: 'uint8',
  kind: 'cadence',
  raw: (value) => (value % 2 === 0 ? 0 : 64),
};

/** Records of one leg: all of one shape, so that it is known beforehand how long they are. */
export class FitRecords {
  #points: Points;
  #streams: Streams;
  #columns: Column[];
  #width: number;
  readonly definition: Buffer;

  constructor(points: Points, streams: Streams, halved: boolean) {
    this.#points = points;
    this.#streams = streams;
    const columns = halved
      ? COLUMNS.flatMap((column) =>
          column.kind === 'cadence' ? [{ ...column, raw: oneFoot }, HALF_STRIDE] : [column],
        )
      : COLUMNS;
    this.#columns = columns.filter(({ kind }) => streams.columns[kind]);
    const fields = [
      columnField(TIMESTAMP, 'uint32'),
      ...this.#columns.map(({ number, base }) => columnField(number, base)),
    ];
    this.#width = fields.reduce((sum, [, size]) => sum + size, 1);
    this.definition = definitionMessage(LOCAL, RECORD, fields);
  }

  bytesOf(from: number, to: number): number {
    return (to - from) * this.#width;
  }

  write(from: number, to: number): Buffer {
    const bytes = Buffer.alloc(this.bytesOf(from, to));
    const columns = this.#columns.map((column) => ({
      ...column,
      values: this.#streams.columns[column.kind]!,
    }));
    let at = 0;
    for (let i = from; i < to; i++) {
      bytes[at++] = LOCAL;
      at = writeValue(bytes, at, 'uint32', this.#points.at[i]! / 1000 - FIT_EPOCH);
      for (const { base, values, raw } of columns) {
        const value = values[i]!;
        at = writeValue(bytes, at, base, value === MISSING ? null : raw(value));
      }
    }
    return bytes;
  }
}
