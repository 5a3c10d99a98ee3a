import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiProblem } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes text/plain as JSON. */
    beacon?: boolean;
    /** Takes a form of a page without scripts. */
    form?: boolean;
    /** Takes files. */
    multipart?: boolean;
  }
}

/** What a call says to a body of another type than it takes. */
export const wrongType = ({ routeOptions }: FastifyRequest): ApiProblem =>
  new ApiProblem(
    415,
    'unsupported_media_type',
    `Send this as ${routeOptions.config?.multipart ? 'multipart/form-data' : 'application/json'}.`,
  );

/** JSON bodies: an empty one counts as none, and text/plain is JSON only where a beacon may send it. */
export function jsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
  app.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, body, done) =>
    request.routeOptions.config.beacon ? parse(request, body, done) : done(wrongType(request)),
  );
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) =>
      request.routeOptions.config.form
        ? done(null, Object.fromEntries(new URLSearchParams(body)))
        : done(wrongType(request)),
  );
}

/** JSON bodies as bytes, for calls that read them elsewhere. */
export function rawBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
