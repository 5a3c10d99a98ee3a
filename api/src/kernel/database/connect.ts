import { Kysely } from 'kysely';
import { Pool, types } from 'pg';
import { CallerConnections } from './caller-connections.ts';
import { pooledDialect } from './driver.ts';
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

export interface ConnectOptions {
  /** Connections at most. */
  max: number;
  /** The server ends a statement after this, and so does this process a little later; 0: however long it takes. */
  statementTimeoutMs?: number;
  /** Called for each connection that breaks while no statement uses it. */
  onError: (error: Error) => void;
}

export const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a call waits for a connection, free or new. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The server's own timeout comes first: its answer leaves the connection usable. */
const NETWORK_MARGIN_MS = 2000;

/** How `pg` bounds each wait: for a connection, for the server's work, and for an answer that never comes. */
export const timeouts = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + NETWORK_MARGIN_MS,
  connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, statementTimeoutMs || CONNECT_TIMEOUT_MS),
});

/** Opens the pool of connections. */
export function connect(
  url: string,
  { max, statementTimeoutMs = STATEMENT_TIMEOUT_MS, onError }: ConnectOptions,
): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    ...timeouts(statementTimeoutMs),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'waymark',
    types: {
      getTypeParser: ((oid, format) =>
        (format !== 'binary' && parsers.get(oid)) ||
        types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', onError);
  // The pool listens to idle connections only. One that breaks while it is in use fails the statement that uses it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const callers = new CallerConnections({
    maxPerCaller: Math.max(2, Math.floor(max / 4)),
    timeoutMs: timeouts(statementTimeoutMs).connectionTimeoutMillis,
  });
  const db = new Kysely<Database>({ dialect: pooledDialect(pool, callers) });
  return { db, pool, close: () => db.destroy() };
}
