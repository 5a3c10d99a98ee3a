import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the first signal to stop: no new visitors should be sent here. */
    stopping: boolean;
  }
}

/** Below what load balancers and the edge wait for. */
const PROBE_MS = 1500;

/** `/livez`: the process runs. `/readyz`: it can serve, database included; it answers in time even when that hangs. */
export function registerHealth(app: FastifyInstance, { db, log }: Context): void {
  app.decorate('stopping', false);
  let probe: Promise<boolean> | null = null;
  /** One at a time, however many ask: a database that hangs must not use up the connections. */
  const probeDatabase = (): Promise<boolean> =>
    (probe ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error }, 'not ready');
          return false;
        },
      )
      .finally(() => (probe = null)));
  const tooLate = async (signal: AbortSignal) => {
    await wait(PROBE_MS, undefined, { signal }).catch(() => undefined);
    return false;
  };
  app.get('/livez', (_request, reply) => reply.send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.stopping) return reply.code(503).send({ ok: false, reason: 'stopping' });
    const answered = new AbortController();
    const isReady = await Promise.race([probeDatabase(), tooLate(answered.signal)]);
    answered.abort();
    if (isReady) return { ok: true };
    return reply.code(503).header('retry-after', '2').send({ ok: false, reason: 'database' });
  });
}
