import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../kernel/server/context.ts';
import { OAUTH_BASE, providerOf } from './provider.ts';

const LIMIT = { max: 300, windowSeconds: 600 };

/** Hands what comes below `/oauth2` to the provider, which answers by itself. Bodies are left for it to read. */
export function mountProvider(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    const answer = providerOf(context).callback();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${OAUTH_BASE}/*`,
      onRequest(request, _reply, done) {
        try {
          app.count?.('oauth', LIMIT, request.ip);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      async handler(request, reply) {
        reply.hijack();
        const raw: IncomingMessage & { originalUrl?: string } = request.raw;
        raw.originalUrl = raw.url!;
        raw.url = raw.url!.slice(OAUTH_BASE.length);
        await answer(raw, reply.raw);
      },
    });
  });
}
