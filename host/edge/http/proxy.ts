import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Log } from '../log.ts';
import { errorFields, loggedPath } from '../log.ts';
import { encodingFor, sendProblem } from './answer.ts';
import type { ApiClient } from './api-client.ts';
import type { Visit } from './visit.ts';

/** Headers that belong to one connection, not to the message. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);
const TEXT = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml)|image\/svg)/;
const WORTH_COMPRESSING = 1024;

export interface ProxyOptions {
  api: ApiClient;
  /** How long either side may be silent. */
  timeoutMs: number;
  log: Log;
}

/** Passes calls on to the API, both ways as they come, without keeping bodies. */
export function createProxy({ api, timeoutMs, log }: ProxyOptions) {
  return function forward(visit: Visit): Promise<void> {
    const { request, response } = visit;
    return new Promise((resolve) => {
      response.once('close', resolve);
      attempt(visit, false);
    });

    function attempt(visit: Visit, again: boolean): void {
      const upstream = api.open(visit.path + visit.search, {
        method: request.method,
        headers: requestHeaders(visit),
      });
      let answered = false;
      const leave = () => {
        if (!response.writableFinished) upstream.destroy();
      };
      response.once('close', leave);
      upstream.setTimeout(timeoutMs, () => upstream.destroy(new Silence()));
      upstream.on('response', (answer) => {
        answered = true;
        void relay(visit, answer)
          .catch(() => response.destroy())
          .finally(() => {
            if (upstream.writableEnded) return;
            // The API answered before it had read all: the rest is read away, so that the visitor sees the answer.
            request.unpipe();
            request.resume();
            upstream.destroy();
          });
      });
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        response.off('close', leave);
        if (answered || response.destroyed) return;
        // The API closed a kept connection at the very moment it was used again: nothing of the call was read.
        const stale = upstream.reusedSocket && error.code === 'ECONNRESET';
        if (stale && !again && !hasBody(request)) return attempt(visit, true);
        log.warn({ id: visit.id, path: loggedPath(visit.path), ...errorFields(error) }, 'API did not answer');
        request.resume();
        void refuse(visit, error);
      });
      if (hasBody(request)) request.pipe(upstream);
      else upstream.end();
    }
  };
}

class Silence extends Error {
  override readonly name = 'Silence';
}

const refuse = (visit: Visit, error: Error): Promise<void> =>
  error instanceof Silence
    ? sendProblem(visit, 504, 'api_timeout', 'Waymark took too long to answer. Try again in a moment.')
    : sendProblem(visit, 502, 'api_unavailable', 'Waymark can’t answer right now. Try again in a moment.', {
        'retry-after': '5',
      });

async function relay(visit: Visit, answer: IncomingMessage): Promise<void> {
  const { request, response } = visit;
  const status = answer.statusCode ?? 502;
  const headers: OutgoingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    'x-request-id': visit.id,
    ...endToEnd(answer.headers),
  };
  const length = Number(answer.headers['content-length'] ?? Infinity);
  const plain =
    !TEXT.test(answer.headers['content-type'] ?? '') ||
    answer.headers['content-encoding'] !== undefined ||
    /no-transform/.test(answer.headers['cache-control'] ?? '');
  const small = length < WORTH_COMPRESSING || [204, 206, 304].includes(status) || request.method === 'HEAD';
  const encoding = plain || small ? null : encodingFor(request.headers['accept-encoding']);
  if (!plain) headers['vary'] = [answer.headers.vary, 'accept-encoding'].filter(Boolean).join(', ');
  if (!encoding) {
    response.writeHead(status, headers);
    return pipeline(answer, response);
  }
  delete headers['content-length'];
  headers['content-encoding'] = encoding;
  if (answer.headers.etag) headers['etag'] = `W/${answer.headers.etag.replace(/^W\//, '')}`;
  response.writeHead(status, headers);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return pipeline(answer, encoding === 'br' ? createBrotliCompress({ params }) : createGzip(), response);
}

function requestHeaders({ request, id, forwarded }: Visit): OutgoingHttpHeaders {
  const headers = { ...endToEnd(request.headers), ...forwarded, 'x-request-id': id };
  delete headers['host'];
  // Without either of them Node would send the body of some methods unframed: the API would take it for the next call.
  const unframed = hasBody(request) && headers['content-length'] === undefined;
  return unframed ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  // Where a message ends is not for a visitor to take away.
  named.delete('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name) && !named.has(name)));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
