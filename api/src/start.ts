import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { followSessions } from './members/auth/session-tracker.ts';
import { buildApp } from './app.ts';
import { connect } from './kernel/database/connect.ts';
import { startEmbedded } from './kernel/database/embedded.ts';
import { idMint } from './kernel/database/ids.ts';
import { migrateUnhurried } from './kernel/database/migrate.ts';
import { migrations } from './migrations.ts';
import { retryUnavailable } from './kernel/database/retry-unavailable.ts';
import { createJobs } from './kernel/jobs/jobs.ts';
import { createMail } from './kernel/mail/mail.ts';
import { deriver } from './kernel/server/access-tokens.ts';
import type { Context } from './kernel/server/context.ts';
import { createPublisher } from './kernel/server/domain-events.ts';
import type { Env } from './kernel/server/env.ts';
import type { Service } from './kernel/server/route.ts';
import { signingKey } from './kernel/server/signing-key.ts';
import { runStartupHooks } from './kernel/server/startup-hooks.ts';
import { runSweeps } from './kernel/server/sweeps.ts';
import { diskStore } from './kernel/storage/disk.ts';
import { keepSwept } from './kernel/storage/leftovers.ts';

export interface Api {
  app: FastifyInstance;
  context: Context;
  url: string;
  /** Settles when each service's `started` hook has been tried once. */
  startupHooks: Promise<void>;
  /** Serves what has come in, lets work in hand end, closes the database. */
  stop(options?: { isFault?: boolean }): Promise<void>;
}

const JOB_CONNECTIONS = 3;
const SPARE_CONNECTIONS = 10;
const DAY_MS = 86_400_000;

/** Starts database, migrations, work in the background and the server. */
export async function startApi(env: Env, log: Logger, services: Service[]): Promise<Api> {
  const folder = path.resolve(env.DATA_DIR);
  const undo: (() => Promise<unknown>)[] = [];
  let isFault = false;
  const stop: Api['stop'] = async (options = {}) => {
    isFault ||= options.isFault ?? false;
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => log.warn({ err: error }, 'stop'));
  };
  try {
    const url = env.DATABASE_URL ?? (await embedded(folder, env, log, undo));
    const statementTimeoutMs = env.DATABASE_TIMEOUT_SECONDS * 1000;
    const connection = connect(url, {
      max: env.DATABASE_POOL,
      statementTimeoutMs,
      onError: (error) => log.warn({ err: error }, 'database connection'),
    });
    undo.push(() => connection.close());
    const done = await retryUnavailable(() => migrateUnhurried(connection.db, migrations, url), {
      forMs: env.DATABASE_WAIT_SECONDS * 1000,
      onRetry: (error) => log.warn(`Waymark waits for its database. ${error.message}`),
    });
    if (done.length > 0) log.info({ migrations: done }, 'database is up to date');
    const jobs = createJobs({
      url,
      db: connection.db,
      log,
      node: env.NODE_NUMBER,
      connections: JOB_CONNECTIONS,
      statementTimeoutMs,
    });
    const newId = idMint(env.NODE_NUMBER);
    const key = signingKey(env.TOKEN_SECRET_FILE ?? path.join(folder, 'keys', 'access-tokens.pem'));
    const files = path.join(folder, 'files');
    const context: Context = {
      ...createPublisher(services, {
        now: () => context.now(),
        queue: (trx, name, data) => jobs.send(name, data, { trx }),
      }),
      ask: (name, asked) =>
        Promise.all(services.flatMap(({ answers }) => answers?.[name]?.(context, asked) ?? [])),
      credentials: services.flatMap(({ credentials }) => credentials ?? []),
      db: connection.db,
      databaseUrl: url,
      env,
      log,
      jobs,
      files: diskStore(files),
      mail: createMail({ db: connection.db, env, newId }),
      newId,
      now: () => new Date(Date.now() + env.CLOCK_AHEAD_DAYS * DAY_MS),
      derive: deriver(key),
    };
    undo.push(keepSwept({ files }, log));
    for (const service of services) service.checkConfiguration?.(env);
    if (env.CLOCK_AHEAD_DAYS > 0) log.warn({ days: env.CLOCK_AHEAD_DAYS }, 'the clock is ahead');
    for (const service of services) service.jobs?.(context);
    undo.push(() => jobs.stop({ isFault }));
    await jobs.start();
    const hooks = runStartupHooks(services, context);
    undo.push(() => hooks.stop());
    undo.push(runSweeps(services, context));
    const app = await buildApp(context, {
      services,
      signingKey: key,
    });
    undo.push(() => app.close());
    undo.push(await followSessions(context, app.tokens));
    undo.push(() => Promise.resolve(void (app.stopping = true)));
    const address = await app.listen({ host: env.API_HOST, port: env.API_PORT });
    return { app, context, url: address, startupHooks: hooks.firstAttempts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embedded(
  folder: string,
  env: Env,
  log: Logger,
  undo: (() => Promise<unknown>)[],
): Promise<string> {
  const server = await startEmbedded(folder, {
    maxConnections: env.DATABASE_POOL + JOB_CONNECTIONS + SPARE_CONNECTIONS,
    log: (message) => log.warn(message),
  });
  undo.push(() => server.stop());
  log.info({ pid: server.pid, adopted: server.adopted }, 'database runs');
  return server.url;
}
