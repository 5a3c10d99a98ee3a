import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Database } from './tables.ts';

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;

/** Ids are safe integers; anything larger stays text rather than losing digits. */
const int8 = (text: string): number | string => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
};

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, int8],
  // A date has no time zone: as `Date` it would move to another day.
  [DATE, (text) => text],
  [NUMERIC, Number],
]);

export interface Connection {
  db: Kysely<Database>;
  pool: Pool;
  close(): Promise<void>;
}

/** Opens the pool of connections. Statements longer than 30 s are ended by the server. */
export function connect(
  url: string,
  { max, onError }: { max: number; onError: (error: Error) => void },
): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    statement_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'waymark',
    types: {
      getTypeParser: ((oid, format) =>
        (format !== 'binary' && parsers.get(oid)) ||
        types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', onError);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
