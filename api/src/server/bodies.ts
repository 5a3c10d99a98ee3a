import type { FastifyInstance } from 'fastify';
import { ApiProblem } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes text/plain as JSON. */
    beacon?: boolean;
  }
}

/** JSON bodies: an empty one counts as none, and text/plain is JSON only where a beacon may send it. */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, body, done) =>
    request.routeOptions.config.beacon
      ? parse(request, body, done)
      : done(new ApiProblem(415, 'unsupported_media_type', 'Send this as application/json.')),
  );
}

/** JSON bodies as bytes, for calls that read them elsewhere. */
export function rawBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
