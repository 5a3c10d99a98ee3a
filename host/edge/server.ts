import { LANGUAGES } from '@waymark/api-contract/languages';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostCheck } from '@waymark/api-contract/own-hosts';
import { createApiClient, type RequestKind } from './http/api-client.ts';
import { sendProblem } from './http/answer.ts';
import { answerClientErrors } from './http/client-errors.ts';
import {
  CONNECTION_DEFAULTS,
  createAnswerOrder,
  createRequestLimit,
  guardConnections,
  type ConnectionLimits,
} from './http/connections.ts';
import { createEventStreams } from './http/event-streams.ts';
import { createFiles } from './http/files.ts';
import { createHandler } from './handler.ts';
import { createProxy } from './http/proxy.ts';
import { BODY_DEFAULTS, discardBody, type BodyLimits } from './http/request-body.ts';
import { PARSER_MAX_LENGTH, refusalOf } from './http/request-limits.ts';
import { hasProxies, type TrustedProxies } from './http/trusted-proxies.ts';
import { readVisit, type Visit } from './http/visit.ts';
import { errorFields, loggedPath, type Log, runAsRequest } from './log.ts';
import { createHostBuild } from './page/host-build.ts';
import { createRemotes, type RemotesNow } from './page/remotes.ts';
import { createPages } from './page/serve-page.ts';
import { createStartData } from './page/start-data.ts';
import { openPlatform } from './registry/platform.ts';

/** A year, as lists of such sites ask for. */
const HSTS = 'max-age=31536000; includeSubDomains';

export interface EdgeOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Public address; https there means secure cookies and HSTS. */
  siteUrl: string;
  apiUrl: string;
  /** Folder of registry and published remotes, `<data>/platform`. */
  platformDir: string;
  /** Built host: `client/`, `server/shell.mjs`, `assets.json`. */
  hostDist: string;
  basemapDir: string;
  /** Origins that pages may load images and data from besides their own. */
  extraSources: readonly string[];
  /** Believed about the visitor's address and scheme and the request's id. */
  proxies: TrustedProxies;
  pseudoLocale: boolean;
  /** How long a page waits for the API. */
  pageTimeoutMs: number;
  /** How long a call may be silent. */
  callTimeoutMs: number;
  /** Names besides the site's own that requests may ask for; `*` allows every one. */
  allowedHosts: readonly string[];
  /** Bounds of bodies and connections where they differ from the usual ones. */
  body?: Partial<BodyLimits>;
  connections?: Partial<ConnectionLimits>;
  /** Requests to the API at a time, and how long a call waits for its turn. */
  maxApiRequests?: Partial<Record<RequestKind, number>>;
  connectTimeoutMs?: number;
  /** Streams of events that are open at a time; they take no place of a call. */
  maxEventStreams?: number;
  log: Log;
  /** Answers ahead of the edge, for the development site. @returns whether it did */
  answerFirst?: (visit: Visit) => Promise<boolean>;
  /** Puts other remotes beside or before the published ones, for the development site. */
  withRemotes?: (published: () => Promise<RemotesNow>) => () => Promise<RemotesNow>;
}
export type { RemotesNow, Visit };

export interface Edge {
  /** Where it listens. */
  url: string;
  /** Takes no new requests and lets those under way end, at most for `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const MAX_EVENT_STREAMS = 4096;

/** Starts the server in front: pages, published remotes, and the API on the same origin. @throws Error when the host is not built */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { log, apiUrl, platformDir, hostDist, basemapDir, extraSources, proxies } = options;
  const site = new URL(options.siteUrl);
  const api = createApiClient(apiUrl, options);
  const isOwnHost = createHostCheck(options);
  const streams = createEventStreams(options.maxEventStreams ?? MAX_EVENT_STREAMS);
  const hostBuild = createHostBuild(hostDist, log);
  const published = createRemotes(openPlatform(platformDir), log);
  const remotesNow = options.withRemotes?.(published) ?? published;
  await hostBuild();
  const startData = createStartData({ api, timeoutMs: options.pageTimeoutMs, log });
  const locales = options.pseudoLocale ? [...LANGUAGES, 'pseudo'] : LANGUAGES;
  let stopping = false;
  const handle = createHandler({
    sendFile: createFiles(),
    forward: createProxy({
      api,
      timeoutMs: options.callTimeoutMs,
      body: { ...BODY_DEFAULTS, ...options.body },
      streams,
      log,
    }),
    servePage: createPages({ hostBuild, remotesNow, startData, locales, extraSources }),
    folders: {
      asset: `${hostDist}/client`,
      'remote-file': `${platformDir}/remotes`,
      tile: basemapDir,
      worker: `${hostDist}/worker`,
    },
    hostBuild,
    remotesNow,
    startData,
    api,
    isStopping: () => stopping,
  });

  const connectionLimits = { ...CONNECTION_DEFAULTS, ...options.connections };
  const { perAddress } = connectionLimits;
  // The connections of a trusted proxy bring the requests of everybody.
  const isBehindProxy = hasProxies(proxies);
  const beginRequest = isBehindProxy && perAddress > 0 ? createRequestLimit(perAddress) : null;

  const answer = async (visit: Visit) => {
    if (beginRequest) {
      const end = beginRequest(visit.address);
      if (!end) {
        discardBody(visit);
        return sendProblem(
          visit,
          429,
          'too_many_requests',
          'Too many requests from your address are under way. Wait for some of them and try again.',
          { 'retry-after': '2' },
        );
      }
      visit.response.once('close', end);
    }
    const refusal = refusalOf(visit, isOwnHost);
    if (refusal) {
      discardBody(visit);
      return sendProblem(visit, refusal.status, refusal.error, refusal.description);
    }
    if (!(await options.answerFirst?.(visit))) await handle(visit);
  };

  const server = createServer({
    // Bodies have a time limit of their own.
    requestTimeout: 0,
    headersTimeout: 15_000,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: PARSER_MAX_LENGTH,
  });
  const connections = guardConnections(server, {
    ...connectionLimits,
    ...(isBehindProxy && { perAddress: 0 }),
  });
  answerClientErrors(server);
  const inOrder = createAnswerOrder();
  server.on('request', (request, response) => {
    // The connection was refused: its visitor has been told so, and what came with it is not done.
    if (!request.socket.writable) return void request.resume();
    // A visitor may go at any moment: what is read or written after that fails, and only their request with it.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const visit = readVisit(request, response, { proxies, site });
    // On every answer, that of a call too: some clients never ask for a page.
    if (visit.secure) response.setHeader('strict-transport-security', HSTS);
    const start = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - start);
      const call = `${request.method} ${loggedPath(visit.path)}`;
      const status = response.writableFinished ? response.statusCode : 'aborted';
      log[response.statusCode >= 500 ? 'warn' : 'debug']({ id: visit.id, call, status, ms }, 'answered');
    });
    const call = `${request.method} ${loggedPath(visit.path)}`;
    inOrder(request, response, () =>
      runAsRequest({ request: visit.id, call }, () => {
        answer(visit).catch((error: unknown) => fail(visit, error, log));
      }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close(graceMs = 10_000) {
      stopping = true;
      const insist = setTimeout(() => server.closeAllConnections(), graceMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        connections.drain();
        streams.endAll();
      });
      clearTimeout(insist);
      api.close();
    },
  };
}

function fail(visit: Visit, error: unknown, log: Log): void {
  const { response, id, path } = visit;
  if (response.destroyed) return;
  log.error({ id, path: loggedPath(path), ...errorFields(error) }, 'request failed');
  if (response.headersSent) response.destroy();
  else
    void sendProblem(
      visit,
      500,
      'internal_error',
      'Something went wrong on our side. Try again; if it stays, tell support the request id.',
    );
}
