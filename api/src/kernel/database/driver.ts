import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryResult as PgResult } from 'pg';
import { beginEffect, withdrawEffect } from './call-attempt.ts';
import type { CallerConnections } from './caller-connections.ts';
import { isCertainFailure, unavailableReason, wrapUnavailable } from './unavailable.ts';

/**
 * Begins statements that are often run, whose planning takes longer than what they read: each connection plans them once,
 * whatever their values. Not for statements whose best plan depends on these.
 */
const PREPARED = '/* prepared */';
const names = new Map<string, string>();
let named = 0;

/** The name under which each connection keeps the plan of a statement. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `prepared_${named++}`));
  return name;
}

/** A table has got other columns since the statement was prepared, so that its rows would have another form. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/** Numbers need none of the quotes that `pg` puts around each member of an array, in most of the time that a list takes. */
const toParameter = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? `{${value.join(',')}}` : value;

const READS = /^\s*(?:\/\* prepared \*\/\s*)?(select|with|values|show)\b/i;
const WRITES = /\b(insert|update|delete|merge|into)\b/i;
/** Errs on the side of a write: those are never repeated. */
const isRead = (text: string): boolean => READS.test(text) && !WRITES.test(text);

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #giveBack: () => void;
  #transaction: 'none' | 'read' | 'written' = 'none';
  #broken: Error | undefined;

  constructor(client: PoolClient, giveBack: () => void) {
    this.#client = client;
    this.#giveBack = giveBack;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction === 'none')
      return isRead(sql) ? this.#run(sql, parameters) : this.#runLasting(sql, parameters);
    if (!isRead(sql)) this.#transaction = 'written';
    return this.#run(sql, parameters);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Statements are not streamed: read page by page.');
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    await this.#run(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`);
    this.#transaction = 'read';
  }

  async commit(): Promise<void> {
    const hasWritten = this.#transaction === 'written';
    const { command } = await (hasWritten ? this.#runLasting('commit') : this.#run('commit'));
    this.#transaction = 'none';
    // PostgreSQL answers so when an earlier statement had failed.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back because a statement in it had failed.');
  }

  /** A broken connection needs no rollback: the server ends its transaction with it. */
  async rollback(): Promise<void> {
    this.#transaction = 'none';
    if (this.#broken) return;
    try {
      await this.#run('rollback');
    } catch (error) {
      this.#broken ??= error as Error;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
    this.#giveBack();
  }

  /** Runs what lasts as soon as PostgreSQL has done it. */
  async #runLasting<R>(sql: string, parameters?: readonly unknown[]) {
    const effect = beginEffect();
    try {
      return await this.#run<R>(sql, parameters);
    } catch (error) {
      if (isCertainFailure((error as Error).cause ?? error)) withdrawEffect(effect);
      throw error;
    }
  }

  async #send(text: string, values: unknown[] = []): Promise<PgResult> {
    if (!text.startsWith(PREPARED)) return this.#client.query(text, values);
    const name = nameOf(text);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (isOutdatedPlan(error) && names.get(text) === name) names.delete(text);
      // A transaction is over with its first error.
      if (!isOutdatedPlan(error) || this.#transaction !== 'none') throw error;
      return this.#client.query({ name: nameOf(text), text, values });
    }
  }

  async #run<R>(sql: string, parameters?: readonly unknown[]) {
    try {
      const { command, rowCount, rows } = await this.#send(sql.trimStart(), parameters?.map(toParameter));
      return {
        command,
        rows: (rows ?? []) as R[],
        ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
      };
    } catch (error) {
      // Neither a connection that hangs nor one to a former primary is used again.
      const reason = unavailableReason(error);
      if (reason === 'connection' || (reason === 'timeout' && !isCertainFailure(error)))
        this.#broken = error as Error;
      throw wrapUnavailable(error);
    }
  }
}

/** Runs Kysely's statements on a pool, and tells a database that is not available from a statement that failed. */
class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #callers: CallerConnections;

  constructor(pool: Pool, callers: CallerConnections) {
    this.#pool = pool;
    this.#callers = callers;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PooledConnection> {
    const giveBack = await this.#callers.acquire();
    try {
      return new PooledConnection(await this.#pool.connect(), giveBack);
    } catch (error) {
      giveBack();
      throw wrapUnavailable(error);
    }
  }

  beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings);
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.rollback();
  }

  releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/** PostgreSQL on a pool of connections. */
export const pooledDialect = (pool: Pool, callers: CallerConnections): Dialect => ({
  createDriver: () => new PooledDriver(pool, callers),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
