import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withRepeat } from '../../kernel/database/call-attempt.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { errorPage, OAUTH_BASE, providerOf, refusalOf } from './provider.ts';

const LIMIT = { max: 300, windowSeconds: 600 };
/** Twice the longest query. What a request to allow something says is stored until it is decided, also of visitors. */
const BODY_MAX_BYTES = 16 * 1024;

/**
 * The request as the library reads it, below the address of its issuer. A copy, because the body of a request is read
 * once and the call may be repeated. It always arrives at the site's own address: the library writes addresses of its
 * endpoints from it, and what a client says of the host must not get into them.
 */
function copyRequest({ raw, body }: FastifyRequest, site: URL): IncomingMessage {
  const copy: IncomingMessage & { originalUrl?: string } = new IncomingMessage(raw.socket);
  const { method, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = raw;
  const headers = {
    ...raw.headers,
    host: site.host,
    'x-forwarded-host': site.host,
    'x-forwarded-proto': site.protocol.slice(0, -1),
  };
  Object.assign(copy, { method, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.originalUrl = raw.url!;
  copy.url = raw.url!.slice(OAUTH_BASE.length);
  if (Buffer.isBuffer(body)) copy.push(body);
  copy.push(null);
  copy.complete = true;
  return copy;
}

/** Removes the headers of an answer that was not sent. */
function resetHeaders({ raw }: FastifyReply, keep: ReadonlySet<string>): boolean {
  if (raw.headersSent) return false;
  for (const name of raw.getHeaderNames()) if (!keep.has(name)) raw.removeHeader(name);
  return true;
}

/** Hands what comes below `/oauth2` to the provider, which answers by itself unless it has nothing there or no database. */
export function mountProvider(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    const answer = providerOf(context).callback();
    const site = new URL(context.env.SITE_URL);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
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
        const headers = new Set(reply.raw.getHeaderNames());
        const answerOnce = async () => {
          const copy = copyRequest(request, site);
          await answer(copy, reply.raw);
          const refusal = refusalOf(copy);
          if (!refusal) return;
          resetHeaders(reply, headers);
          throw refusal;
        };
        try {
          await withRepeat(answerOnce, () => !reply.raw.headersSent);
        } catch (error) {
          // A visitor in a browser is told of an outage on a page, as of every other problem with the request.
          if (!(error instanceof ApiProblem) && request.headers.accept?.includes('text/html'))
            return reply.redirect(errorPage(context, 'temporarily_unavailable'), 303);
          throw error;
        }
        reply.hijack();
      },
    });
  });
}
