import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the first signal to stop: no new visitors should be sent here. */
    stopping: boolean;
  }
}

/** `/livez`: the process runs. `/readyz`: it can serve, database included. */
export function registerHealth(app: FastifyInstance, { db, log }: Context): void {
  app.decorate('stopping', false);
  app.get('/livez', (_request, reply) => reply.send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    if (app.stopping) return reply.code(503).send({ ok: false, reason: 'stopping' });
    try {
      await sql`select 1`.execute(db);
      return { ok: true };
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ ok: false, reason: 'database' });
    }
  });
}
