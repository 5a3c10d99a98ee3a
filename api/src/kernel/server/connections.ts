import { createHostCheck } from '@waymark/api-contract/own-hosts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from './env.ts';
import { ApiProblem } from './errors.ts';

/** Of the server below Fastify. The edge in front allows 48 kB of address and headers and adds some of its own. */
export const HTTP_OPTIONS = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2000,
};

export interface ConnectionLimits {
  /** Bodies come at least this fast, looked at over windows of `rateWindowMs`: slower than the edge in front demands. */
  minBytesPerSecond: number;
  rateWindowMs: number;
  /** How long a reader may leave an answer untouched, and a connection may be silent outside of calls. */
  idleTimeoutMs: number;
  /** What is left of a refused body is read away for so long and so far, so that its sender sees the answer. */
  discardTimeoutMs: number;
  discardMaxBytes: number;
  /** A server that stops ends calls that are still under way after this time. */
  drainTimeoutMs: number;
}

const DEFAULTS: ConnectionLimits = {
  minBytesPerSecond: 512,
  rateWindowMs: 20_000,
  idleTimeoutMs: 80_000,
  discardTimeoutMs: 15_000,
  discardMaxBytes: 64 * 1024 * 1024,
  drainTimeoutMs: 10_000,
};
const LINGER_MS = 1000;
/**
 * No call has a longer path and query. The edge refuses at the same lengths; a process beside it may ask the API
 * directly.
 */
const ADDRESS_MAX_LENGTH = 2048 + 8192;
/** What monitors ask by address, whatever the site is called. */
const HEALTH = new Set(['/livez', '/readyz']);

/** Bounds what a connection costs, and refuses calls that were meant for another name. */
export function guardConnections(
  app: FastifyInstance,
  { SITE_URL, ALLOWED_HOSTS }: Env,
  given: Partial<ConnectionLimits> = {},
): void {
  const limits = { ...DEFAULTS, ...given };
  const isOwnHost = createHostCheck({
    siteUrl: SITE_URL,
    allowedHosts: ALLOWED_HOSTS.split(/[\s,]+/).filter(Boolean),
  });
  endSilentConnections(app, limits);
  // Node would refuse it without a word; RFC 9110, 10.1.1 lets a server pass over what it does not expect.
  app.server.on('checkExpectation', (...call) => app.server.emit('request', ...call));
  app.addHook('onRequest', (request, reply, done) => {
    // Servers and proxies disagree on which of several counts.
    const hosts = request.raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1) return done(new ApiProblem(400, 'invalid_request', 'This request is not valid.'));
    if (!HEALTH.has(request.url) && !isOwnHost(request.headers.host, request.socket.localAddress))
      return done(
        new ApiProblem(
          421,
          'wrong_host',
          'This site is not known by that name. Use the address it was set up with; ALLOWED_HOSTS adds names.',
        ),
      );
    if (request.url.length > ADDRESS_MAX_LENGTH)
      return done(new ApiProblem(414, 'too_long', 'This address is longer than any of ours.'));
    if (!request.raw.complete) watchBody(request, reply, limits);
    done();
  });
  // Fastify would close the connection below a body that is too large, and its sender would lose the answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.readableEnded) {
      reply.removeHeader('connection');
      discardBody(request.raw, reply.raw, limits);
    }
    done(null, payload);
  });
}

function endSilentConnections(
  app: FastifyInstance,
  { idleTimeoutMs, drainTimeoutMs }: ConnectionLimits,
): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  const calls = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (isClosing) socket.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response) => {
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (calls.get(socket) ?? 1) - 1;
      if (left > 0) calls.set(socket, left);
      else calls.delete(socket);
      if (isClosing && left <= 0) socket.destroySoon();
    });
  });
  server.setTimeout(idleTimeoutMs, (socket: Socket) => {
    const isWaitingForUs = calls.has(socket) && socket.writableLength === 0;
    if (isWaitingForUs) socket.setTimeout(idleTimeoutMs);
    else socket.destroy();
  });
  // Node waits for connections that have not sent a request yet, and no longer looks at their timeouts.
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of sockets) if (!calls.has(socket)) socket.destroy();
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, drainTimeoutMs);
    server.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Ends a call whose body comes too slowly. Time in which the body is not read here does not count. */
function watchBody({ raw }: FastifyRequest, reply: FastifyReply, limits: ConnectionLimits): void {
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = raw.socket.bytesRead - before;
    before = raw.socket.bytesRead;
    const isUnread = raw.readableLength >= raw.readableHighWaterMark;
    if (raw.complete) clearInterval(timer);
    if (raw.complete || isUnread || bytes >= (limits.minBytesPerSecond * limits.rateWindowMs) / 1000) return;
    clearInterval(timer);
    if (reply.sent) return void raw.socket.destroy();
    reply.raw.once('finish', () => setTimeout(() => raw.socket.destroy(), LINGER_MS).unref());
    void reply.send(
      new ApiProblem(
        408,
        'request_timeout',
        'This took too long to arrive. Check your connection and try again.',
      ),
    );
  }, limits.rateWindowMs);
  reply.raw.once('close', () => clearInterval(timer));
}

function discardBody(
  raw: IncomingMessage,
  response: ServerResponse,
  { discardTimeoutMs, discardMaxBytes }: ConnectionLimits,
): void {
  if (raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  if (raw.complete) return;
  if (!response.shouldKeepAlive && !response.headersSent) {
    // Node would end the connection with the answer. It ends when the body does.
    response.shouldKeepAlive = true;
    const endWhenDone = () => raw.readableEnded && response.writableFinished && raw.socket.end();
    raw.once('end', endWhenDone);
    response.once('finish', endWhenDone);
  }
  const end = () => raw.socket.destroy();
  const timer = setTimeout(end, discardTimeoutMs);
  let bytes = 0;
  raw.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > discardMaxBytes) end();
  });
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer));
}
