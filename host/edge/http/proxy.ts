import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Log } from '../log.ts';
import { errorFields, loggedPath } from '../log.ts';
import { encodingFor, sendProblem } from './answer.ts';
import type { ApiClient } from './api-client.ts';
import { countedNetwork } from './connections.ts';
import { type EventStreams, isEventStream } from './event-streams.ts';
import {
  discardBody,
  hasBody,
  lingerForBody,
  pipeBody,
  readBodyStart,
  SlowBody,
  type BodyLimits,
  type BodyPipe,
} from './request-body.ts';
import { NoConnection } from './slots.ts';
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
/** Methods that have the same effect once or twice. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const TEXT = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml)|image\/svg)/;
const WORTH_COMPRESSING = 1024;

/** So much of an answer is taken from the API ahead of the visitor, so that a slow one does not hold its connection. */
const READ_AHEAD_BYTES = 256 * 1024;

export interface ProxyOptions {
  api: ApiClient;
  /** How long the API may be silent. */
  timeoutMs: number;
  body: BodyLimits;
  streams: EventStreams;
  log: Log;
}

/** A body that is on its way to the API, and what ends it so that another one can begin. */
interface UploadUnderWay extends Pick<BodyPipe, 'bytesPerSecond'> {
  end(): void;
}

/** What there is of a call's body when the API hears of it; `isWhole` without a body, too. */
interface BodyStart {
  start: Buffer;
  isWhole: boolean;
}

/**
 * Passes calls on to the API. A small body is read before a connection is opened, so that only the sender waits for it;
 * larger ones and answers stream.
 */
export function createProxy({ api, timeoutMs, body: limits, streams, log }: ProxyOptions) {
  const uploads = new Set<UploadUnderWay>();
  api.onUploadsFull(() => {
    const [slowest] = [...uploads].toSorted((a, b) => a.bytesPerSecond() - b.bytesPerSecond());
    if (slowest && slowest.bytesPerSecond() < limits.yieldingBytesPerSecond) slowest.end();
  });

  return async function forward(visit: Visit): Promise<void> {
    const { request, response } = visit;
    let body: BodyStart = { start: Buffer.alloc(0), isWhole: true };
    if (hasBody(request))
      try {
        body = await readBodyStart(request, limits);
      } catch (error) {
        if (!(error instanceof SlowBody)) return void response.destroy();
        return refuse(visit, error);
      }
    return new Promise((resolve) => {
      response.once('close', resolve);
      start(visit, body, false);
    });
  };

  function start(visit: Visit, body: BodyStart, again: boolean): void {
    attempt(visit, body, again)
      .catch((error: Error) => refuse(visit, error))
      .catch(() => visit.response.destroy());
  }

  async function attempt(visit: Visit, body: BodyStart, again: boolean): Promise<void> {
    const { request, response } = visit;
    const isRepeatable = body.isWhole && IDEMPOTENT.has(request.method ?? '');
    const upstream = await api.open(
      visit.path + visit.search,
      {
        method: request.method,
        headers: requestHeaders(visit, body),
        isRepeatable,
        network: countedNetwork(visit.address),
      },
      body.isWhole ? 'calls' : 'uploads',
    );
    if (response.destroyed) return void upstream.on('error', () => {}).destroy();
    let answered = false;
    let stopBody = () => {};
    const leave = () => {
      if (!response.writableFinished) upstream.destroy();
    };
    response.once('close', leave);
    upstream.setTimeout(timeoutMs, () => upstream.destroy(new Silence()));
    upstream.on('response', (answer) => {
      answered = true;
      lingerForBody(visit);
      if (isEventStream(answer)) {
        if (!streams.hasRoom()) {
          upstream.destroy();
          return void refuse(visit, new NoConnection());
        }
        api.releasePlace(upstream);
      }
      void relay(visit, answer, streams)
        .catch(() => response.destroy())
        .finally(() => {
          if (upstream.writableEnded) return;
          // The API answered before it had read all: the rest is read away, so that the visitor sees the answer.
          stopBody();
          discardBody(visit, limits);
          upstream.destroy();
        });
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      response.off('close', leave);
      stopBody();
      if (answered || response.destroyed) return;
      // The API closed a kept connection at the very moment it was used again. Whether it had read the call cannot be
      // known, so that only what takes effect once is repeated; the others get a connection that is open for certain.
      const isStale = upstream.reusedSocket && error.code === 'ECONNRESET';
      if (isStale && isRepeatable && !again) return start(visit, body, true);
      if (!(error instanceof SlowBody || error instanceof PlaceYielded))
        log.warn({ id: visit.id, path: loggedPath(visit.path), ...errorFields(error) }, 'API did not answer');
      void refuse(visit, error);
    });
    if (body.start.length > 0) upstream.write(body.start);
    if (body.isWhole) upstream.end();
    else {
      const end = (error: Error) => {
        if (answered) request.socket.destroy();
        else upstream.destroy(error);
      };
      const pipe = pipeBody(request, upstream, limits, () => end(new SlowBody()));
      stopBody = pipe.stop;
      const upload: UploadUnderWay = {
        bytesPerSecond: pipe.bytesPerSecond,
        end() {
          uploads.delete(upload);
          end(new PlaceYielded());
        },
      };
      uploads.add(upload);
      upstream.once('close', () => uploads.delete(upload));
    }
  }

  function refuse(visit: Visit, error: Error): Promise<void> {
    discardBody(visit, limits);
    if (error instanceof SlowBody) {
      // The connection ends with the answer: what still comes of this body is nobody's.
      visit.response.once('finish', () =>
        setTimeout(() => visit.request.socket.destroy(), LINGER_MS).unref(),
      );
      return sendProblem(
        visit,
        408,
        'request_timeout',
        'This took too long to arrive. Check your connection and try again.',
      );
    }
    if (error instanceof Silence)
      return sendProblem(
        visit,
        504,
        'api_timeout',
        'Waymark took too long to answer. Try again in a moment.',
      );
    if (error instanceof PlaceYielded)
      return sendProblem(
        visit,
        503,
        'busy',
        'More is being sent than there is room for, and this came slowest. What arrived whole is kept; send the rest again in a minute.',
        { 'retry-after': '60' },
      );
    if (error instanceof NoConnection && error.isShareTaken)
      return sendProblem(
        visit,
        503,
        'busy',
        'As much is under way from your address as it may have at a time. Wait for some of it, then try again.',
        { 'retry-after': '10' },
      );
    const [status, code] =
      error instanceof NoConnection ? ([503, 'busy'] as const) : ([502, 'api_unavailable'] as const);
    return sendProblem(visit, status, code, 'Waymark can’t answer right now. Try again in a moment.', {
      'retry-after': '5',
    });
  }
}

const LINGER_MS = 1000;

/** An upload that was ended for another one. */
class PlaceYielded extends Error {
  override readonly name = 'PlaceYielded';
}

class Silence extends Error {
  override readonly name = 'Silence';
}

async function relay(visit: Visit, answer: IncomingMessage, streams: EventStreams): Promise<void> {
  const { request, response } = visit;
  // A pipeline of three listens for the end of its target more often than the usual ten times.
  response.setMaxListeners(20);
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
    if (isEventStream(answer)) return streams.relay(answer, response);
    return pipeline(answer, new PassThrough({ highWaterMark: READ_AHEAD_BYTES }), response);
  }
  delete headers['content-length'];
  headers['content-encoding'] = encoding;
  if (answer.headers.etag) headers['etag'] = `W/${answer.headers.etag.replace(/^W\//, '')}`;
  response.writeHead(status, headers);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  const encoder = encoding === 'br' ? createBrotliCompress({ params }) : createGzip();
  return pipeline(answer, encoder, new PassThrough({ highWaterMark: READ_AHEAD_BYTES }), response);
}

function requestHeaders(
  { request, id, forwarded }: Visit,
  { start, isWhole }: BodyStart,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...endToEnd(request.headers), ...forwarded, 'x-request-id': id };
  delete headers['host'];
  delete headers['x-forwarded-host'];
  if (!hasBody(request)) return headers;
  if (isWhole) return { ...headers, 'content-length': start.length };
  // Without either of them Node would send the body of some methods unframed: the API would take it for the next call.
  return headers['content-length'] === undefined ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  // Where a message ends is not for a visitor to take away.
  named.delete('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name) && !named.has(name)));
}
