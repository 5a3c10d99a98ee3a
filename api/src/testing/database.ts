import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbedded, type EmbeddedServer } from '../kernel/database/embedded.ts';

interface Shared {
  server: EmbeddedServer;
  folder: string;
}

let shared: Promise<Shared> | null = null;
let users = 0;
let databases = 0;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A fresh database, on the server of TEST_DATABASE_URL or on an embedded one that
 * all of this process share; that one ends with its last user.
 * It is a copy of the database named by TEST_DATABASE_TEMPLATE, unless it has to be `empty`.
 */
export async function testDatabase({ empty = false } = {}): Promise<TestDatabase> {
  users++;
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env;
  const base = server ?? (await (shared ??= startShared())).server.url;
  const name = `waymark_test_${process.pid}_${++databases}`;
  const url = await createDatabase(base, name, server && !empty ? template : undefined);
  return {
    url,
    async drop() {
      await administer(base, `drop database if exists ${name} with (force)`);
      if (--users > 0 || !shared) return;
      const ending = shared;
      shared = null;
      const { server, folder } = await ending;
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startShared(): Promise<Shared> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-test-db-'));
  const server = await startEmbedded(folder, { durable: false, maxConnections: 200 });
  // A test file that breaks off before its `stop` leaves nothing behind either.
  process.once('exit', () => {
    try {
      process.kill(server.pid, 'SIGQUIT');
      // Nothing asynchronous runs any more; the server's processes need a moment to let go of their files.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    } catch {
      // It was stopped as it should be.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, server };
}

/** @returns the address of a new database on the server of another one */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await administer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Ends half of the connections of the API and of its queue, those first that are doing something. */
export const terminateConnections = (url: string): Promise<void> =>
  administer(
    url,
    `with theirs as (
      select pid, row_number() over (order by state = 'idle', random()) as place, count(*) over () as n
      from pg_stat_activity where application_name like 'waymark%'
    )
    select pg_terminate_backend(pid) from theirs where place <= greatest(1, n / 2)`,
  );
