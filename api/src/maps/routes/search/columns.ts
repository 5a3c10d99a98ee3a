import { CompiledQuery } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import { sharedWithText } from '../../../members/visibility/policy.ts';
import { middleOf } from './cells.ts';
import { Vocabulary } from './vocabulary.ts';

/** Public routes that start in one square, a column for each thing that search goes by. */
export interface Columns {
  version: number;
  /** The search that looked at it last. */
  seen: number;
  n: number;
  /** Of the square, on the unit sphere. */
  middle: readonly [x: number, y: number, z: number];
  id: Float64Array;
  /** Place on the unit sphere. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  distance: Float64Array;
  /** NaN where unknown. */
  ascent: Float64Array;
  activity: Int32Array;
  /** The words of route `i` are those from `firstWord[i]` to before `firstWord[i + 1]`, as the vocabulary counts them. */
  words: Uint32Array;
  firstWord: Uint32Array;
  vocabulary: Vocabulary;
}

/** Routes that one search looks at in this way; where more begin, the database does it all. */
const MAX_ROUTES = 300_000;
/** Routes kept for the next search, some 70 bytes each. */
const KEPT = 600_000;
/** Different words of their names, after which all is read anew: words of routes that are gone stay until then. */
const WORDS = 1_500_000;
const ROW_BYTES = 52;

const PACKED = `int8send(id) || float8send(x) || float8send(y) || float8send(z) || float8send(distance)
  || float8send(coalesce(ascent, 'NaN')) || int4send(activity_type_id)`;

const ask = async <T>(db: Db, text: string, values: unknown[]): Promise<T[]> =>
  (await db.executeQuery<T>(CompiledQuery.raw(text, values))).rows;

type Square = Pick<Columns, 'version' | 'seen' | 'vocabulary'> & { cell: number };

function unpack({ cell, ...square }: Square, bytes: Buffer, names: string): Columns {
  const n = bytes.length / ROW_BYTES;
  const numbers = () => new Float64Array(n);
  const [id, x, y, z, distance, ascent] = [numbers(), numbers(), numbers(), numbers(), numbers(), numbers()];
  const activity = new Int32Array(n);
  for (let i = 0, at = 0; i < n; i++, at += ROW_BYTES) {
    id[i] = bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
    x[i] = bytes.readDoubleBE(at + 8);
    y[i] = bytes.readDoubleBE(at + 16);
    z[i] = bytes.readDoubleBE(at + 24);
    distance[i] = bytes.readDoubleBE(at + 32);
    ascent[i] = bytes.readDoubleBE(at + 40);
    activity[i] = bytes.readInt32BE(at + 48);
  }
  return {
    ...square,
    middle: middleOf(cell),
    n,
    id,
    x,
    y,
    z,
    distance,
    ascent,
    activity,
    ...wordsOf(names.split('\n'), square.vocabulary),
  };
}

function wordsOf(names: readonly string[], vocabulary: Vocabulary): Pick<Columns, 'words' | 'firstWord'> {
  const words: number[] = [];
  const firstWord = new Uint32Array(names.length + 1);
  for (const [i, name] of names.entries()) {
    words.push(...vocabulary.idsOf(name));
    firstWord[i + 1] = words.length;
  }
  return { words: Uint32Array.from(words), firstWord };
}

/**
 * What search goes by, square by square. The database says at each search which squares changed; only those are read
 * again, so that any number of processes find what is stored at that moment.
 */
export class Squares {
  #kept = new Map<number, Columns>();
  #routes = 0;
  #searches = 0;
  #vocabulary = new Vocabulary();

  /** The squares in some runs of them. Null where too many routes start there. */
  async within(db: Db, runs: { from: number[]; to: number[] }): Promise<Columns[] | null> {
    const [row] = await ask<{ n: number; cells: Buffer | null }>(
      db,
      `select coalesce(sum(s.n), 0)::int as n, string_agg(int4send(s.cell) || int8send(s.version), ''::bytea) as cells
        from unnest($1::int[], $2::int[]) as c (low, high)
        cross join lateral (
          select cell, version, n from route_cells where cell between c.low and c.high and n > 0 offset 0) as s`,
      [runs.from, runs.to],
    );
    const { n, cells } = row!;
    if (n > MAX_ROUTES) return null;
    if (!cells) return [];
    const found: Columns[] = [];
    const search = ++this.#searches;
    const stale = new Map<number, number>();
    for (let at = 0; at < cells.length; at += 12) {
      const cell = cells.readInt32BE(at);
      const version = cells.readUInt32BE(at + 4) * 2 ** 32 + cells.readUInt32BE(at + 8);
      const kept = this.#kept.get(cell);
      if (kept?.version === version) {
        kept.seen = search;
        found.push(kept);
      } else stale.set(cell, version);
    }
    if (stale.size > 0) found.push(...(await this.#read(db, stale, search)));
    return found;
  }

  /**
   * What is read may be newer than its version, never older: then it is read once more. Both columns put their rows
   * together as they come, hence in the same order.
   */
  async #read(db: Db, stale: ReadonlyMap<number, number>, seen: number): Promise<Columns[]> {
    const rows = await ask<{ cell: number; bytes: Buffer; names: string }>(
      db,
      `select c.cell, r.bytes, r.names from unnest($1::int[]) as c (cell)
        cross join lateral (
          select string_agg(${PACKED}, ''::bytea) as bytes, string_agg(search_name, E'\\n') as names
          from routes where cell = c.cell and ${sharedWithText('everyone', 'privacy')} and deleted_at is null) as r
        where r.bytes is not null`,
      [[...stale.keys()]],
    );
    if (this.#vocabulary.size > WORDS) {
      this.#vocabulary = new Vocabulary();
      this.#kept.clear();
      this.#routes = 0;
    }
    const vocabulary = this.#vocabulary;
    const read = rows.map(({ cell, bytes, names }) => {
      const columns = unpack({ cell, version: stale.get(cell)!, seen, vocabulary }, bytes, names);
      this.#routes += columns.n - (this.#kept.get(cell)?.n ?? 0);
      this.#kept.set(cell, columns);
      return columns;
    });
    if (this.#routes > KEPT) this.#evictOldest();
    return read;
  }

  /** Evicts the columns that were read longest ago until a tenth of the room is free. */
  #evictOldest(): void {
    const oldest = [...this.#kept].sort(([, a], [, b]) => a.seen - b.seen);
    for (const [cell, { n }] of oldest) {
      if (this.#routes <= KEPT * 0.9) break;
      this.#kept.delete(cell);
      this.#routes -= n;
    }
  }
}
