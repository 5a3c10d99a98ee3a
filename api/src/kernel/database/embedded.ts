import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import {
  clusterFolder,
  embeddedRoot,
  embeddedUrl,
  passwordFile,
  readPostmaster,
} from './embedded-address.ts';
import { lockFolder } from './folder-lock.ts';
import { postgresBinaries, type PostgresBinaries } from './postgres-package.ts';
import { isZombie, processesIn } from './process-identity.ts';
import { chooseAccount, type RunAs } from './run-as.ts';
import { superviseServer } from './supervise.ts';
import { watchParent } from './watchdog.ts';

export interface EmbeddedOptions {
  /** Connections the server takes. */
  maxConnections?: number;
  /** false only for tests: a crash of the machine may lose data. */
  durable?: boolean;
  /**
   * How long the server outlives a parent that was killed. Default 10: longer than the next start needs to take it over
   * on a busy machine, short enough to leave nothing behind.
   */
  orphanGraceSeconds?: number;
  log?(message: string): void;
}

export interface EmbeddedServer {
  /** Stays the same when the server is restarted. */
  url: string;
  /** Its process by now. */
  readonly pid: number;
  /** True when the server was already running: its former parent died without stopping it. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Cluster {
  data: string;
  secret: string;
  account: RunAs;
  binaries: PostgresBinaries;
}

interface Place extends Cluster {
  password: string;
}

const ATTEMPTS = 20;
const RETRY_MS = 250;

/**
 * Starts the PostgreSQL that comes with Waymark in `<folder>/postgres`, or takes over the one running there.
 * Until it is stopped it is brought back whenever it ends, at the same address.
 * @throws Error when another process uses the folder, or the server does not start
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const lock = lockFolder(folder);
  try {
    const root = embeddedRoot(folder);
    mkdirSync(root, { recursive: true });
    const cluster: Cluster = {
      data: clusterFolder(root),
      secret: passwordFile(folder),
      account: chooseAccount(),
      binaries: postgresBinaries(root),
    };
    cluster.account.own(root);
    const place: Place = { ...cluster, password: initialise(cluster) };
    const running = (await adopt(place)) ?? (await startServer(place, options));
    const { orphanGraceSeconds = 10 } = options;
    let dog = watchParent(running.pid, lock.file, orphanGraceSeconds);
    const supervisor = superviseServer({
      pid: running.pid,
      restart: async (signal) => {
        const { pid } = await startServer(place, options, running.port, signal);
        dog.kill('SIGKILL');
        dog = watchParent(pid, lock.file, orphanGraceSeconds);
        return pid;
      },
      log: (message) => options.log?.(message),
    });
    return {
      url: embeddedUrl(running.port, place.password),
      get pid() {
        return supervisor.pid;
      },
      adopted: running.adopted,
      async stop() {
        await stopServer(await supervisor.release(), place.data);
        lock.release();
        dog.kill('SIGKILL');
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes the cluster at first start; a half-made one of an interrupted start is made again. Returns the password. */
function initialise({ data, secret, account, binaries }: Cluster): string {
  if (existsSync(path.join(data, 'PG_VERSION'))) return readFileSync(secret, 'utf8').trim();
  const password = randomBytes(24).toString('hex');
  const fresh = `${data}.new`;
  const initialPassword = `${data}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  account.own(fresh);
  writeFileSync(initialPassword, `${password}\n`, { mode: 0o600 });
  account.own(initialPassword);
  const [program, args] = account.command(binaries.initdb, [
    `--pgdata=${fresh}`,
    '--username=waymark',
    '--auth=scram-sha-256',
    `--pwfile=${initialPassword}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  const made = spawnSync(program, args, { ...account.ids, env: environment(binaries) });
  rmSync(initialPassword, { force: true });
  if (made.status !== 0)
    throw new Error(
      `The database could not be made in ${data}: ${made.error?.message ?? made.stderr.toString().trim()}`,
    );
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  chmodSync(secret, 0o600);
  renameSync(fresh, data);
  return password;
}

function environment({ libraryPath }: PostgresBinaries): NodeJS.ProcessEnv {
  if (!libraryPath) return process.env;
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { ...process.env, [name]: [libraryPath, process.env[name]].filter(Boolean).join(':') };
}

interface Running {
  pid: number;
  port: number;
  adopted: boolean;
}

async function adopt({ data, password }: Place): Promise<Running | null> {
  const left = readPostmaster(data);
  if (!left) return null;
  const { pid, port } = left;
  const client = new Client({
    connectionString: embeddedUrl(port, password),
    connectionTimeoutMillis: 1500,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { pid, port, adopted: true };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Tries for some seconds: what a killed server left needs a moment to go. */
async function startServer(
  place: Place,
  options: EmbeddedOptions,
  port?: number,
  signal?: AbortSignal,
): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(place, port ?? (await freePort()), options);
    } catch (error) {
      if (attempt === ATTEMPTS || signal?.aborted) throw error;
      options.log?.(`The database did not start (attempt ${attempt}): ${(error as Error).message}`);
      // A server that was still starting may answer by now.
      const running = await adopt(place);
      if (running) return running;
      endOrphans(place.data);
      if (!removeZombieLock(place.data)) await wait(RETRY_MS);
    }
  }
}

/**
 * Children of a killed server end by themselves, but only after the statement in hand. Until then no other can
 * start on their folder, which is locked to this process: they are nobody else's.
 */
function endOrphans(data: string): void {
  const left = processesIn(realpathSync(data));
  if (left.includes(readPostmaster(data)?.pid ?? 0)) return;
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in between.
    }
  }
}

/**
 * PostgreSQL takes a killed server for a running one until its parent asks for it: the first process of a container may
 * do so late or never. Its lock file may go once nothing works in the folder.
 * @returns whether there was such a lock
 */
function removeZombieLock(data: string): boolean {
  const pid = readPostmaster(data)?.pid;
  if (pid === undefined || !isZombie(pid) || processesIn(realpathSync(data)).length > 0) return false;
  rmSync(path.join(data, 'postmaster.pid'), { force: true });
  return true;
}

async function launch(
  { data, account, binaries }: Place,
  port: number,
  { maxConnections = 60, durable = true }: EmbeddedOptions,
): Promise<Running> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    // For solid-state disks and memory. The default, for platters, has the planner read a whole table rather than its index.
    random_page_cost: '1.1',
    logging_collector: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const [program, args] = account.command(binaries.postgres, [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const server = spawn(program, args, {
    ...account.ids,
    env: environment(binaries),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A Ctrl-C in the terminal must reach the API first, which then stops the server.
    detached: true,
  });
  await new Promise<void>((ready, failed) => {
    let said = '';
    const listen = (part: Buffer) => {
      said = (said + part.toString()).slice(-4000);
      if (said.includes('ready to accept connections')) ready();
    };
    server.stderr.on('data', listen);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(said.trim().split('\n').at(-1) || `exit code ${code}`)));
  });
  // Only now: before 'ready' nothing else would keep this process alive. The pipe is drained, not closed.
  server.stderr.removeAllListeners('data').resume();
  server.unref();
  (server.stderr as unknown as { unref?: () => void }).unref?.();
  return { pid: server.pid ?? 0, port, adopted: false };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Fast shutdown: running statements end, everything acknowledged is on disk. */
async function stopServer(pid: number, data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(pid, name);
    } catch {
      return false;
    }
  };
  if (!signal('SIGINT')) return;
  const end = Date.now() + 15_000;
  // A taken-over server is nobody's child: its end shows in the missing file before the process is reaped.
  while (signal(0) && existsSync(pidFile)) {
    if (Date.now() > end) {
      signal('SIGQUIT');
      return;
    }
    await wait(10);
  }
}
