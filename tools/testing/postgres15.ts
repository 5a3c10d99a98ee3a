import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../product/ports.ts';

/** Starts a PostgreSQL 15 of its own in a temporary folder, for API tests with hand-written SQL. */
export async function startPostgres15(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(path.join(tmpdir(), 'waymark-pg15-'));
  const ids = process.getuid?.() === 0 ? userIds('postgres') : {};
  if (ids.uid) chownSync(dir, ids.uid, ids.gid ?? ids.uid);
  const password = 'waymark-test';
  const secret = path.join(dir, 'password');
  writeFileSync(secret, password);
  if (ids.uid) chownSync(secret, ids.uid, ids.gid ?? ids.uid);
  const data = path.join(dir, 'data');
  const init = spawnSync(
    `${bin}/initdb`,
    ['-D', data, '-U', 'app', '--auth=scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C.UTF-8'],
    ids,
  );
  if (init.status !== 0) throw new Error(`initdb: ${init.stderr.toString()}`);
  const port = await freePort();
  const server = spawn(
    `${bin}/postgres`,
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'fsync=off',
      '-c',
      'max_connections=200',
    ],
    { ...ids, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(said.slice(-500))));
  });
  return {
    url: `postgres://app:${password}@127.0.0.1:${port}/postgres`,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => {
          rmSync(dir, { recursive: true, force: true });
          resolve();
        });
        server.kill('SIGINT');
      }),
  };
}

function userIds(name: string): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, name]).stdout.toString().trim());
  return { uid: id('-u'), gid: id('-g') };
}
