import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';

export interface ApiAnswer {
  status: number;
  body: unknown;
  setCookie: string[];
}

/**
 * Connections to the API come out of three pools, so that none takes them from the others: calls whose body is here
 * already, uploads that go on at the pace of their sender, and what pages ask for.
 */
export type Pool = 'calls' | 'uploads' | 'pages';

export interface ApiClient {
  /**
   * Opens a request to the API; the caller sends the body and hears of errors, of a `NoConnection` where the pool had
   * none in time.
   */
  open(path: string, options: RequestOptions, pool: Pool): ClientRequest;
  /** A call of the edge's own. @throws Error when no whole JSON answer came in time */
  get(path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer>;
  close(): void;
}

/** No connection to the API within the time that a call waits for one. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

const LARGEST_ANSWER = 4 * 1024 * 1024;
const MAX_SOCKETS: Record<Pool, number> = { calls: 1024, uploads: 256, pages: 64 };
const CONNECT_TIMEOUT_MS = 5000;

/** Connections to the API, kept open between calls. @param maxSockets fewer in tests */
export function createApiClient(apiUrl: string, maxSockets: Partial<Record<Pool, number>> = {}): ApiClient {
  const base = new URL(apiUrl);
  const secure = base.protocol === 'https:';
  const createAgent = (pool: Pool) =>
    new (secure ? SecureAgent : Agent)({
      keepAlive: true,
      maxSockets: maxSockets[pool] ?? MAX_SOCKETS[pool],
      maxFreeSockets: 64,
    });
  const agents = {
    calls: createAgent('calls'),
    uploads: createAgent('uploads'),
    pages: createAgent('pages'),
  };
  const open = (path: string, options: RequestOptions, pool: Pool): ClientRequest => {
    const request = (secure ? httpsRequest : httpRequest)({
      ...options,
      hostname: base.hostname,
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + path,
      agent: agents[pool],
    });
    // The request's own timeout begins with its connection only.
    const timer = setTimeout(() => request.destroy(new NoConnection()), CONNECT_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    request.once('close', stop);
    request.once('socket', (socket) => (socket.connecting ? socket.once('connect', stop) : stop()));
    return request;
  };

  const get = (path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const options = {
        method: 'GET',
        headers: { accept: 'application/json', 'x-requested-with': 'waymark-edge', ...headers },
        // The whole of it, from the first connection to the last byte.
        signal: AbortSignal.timeout(timeoutMs),
      };
      const request = open(path, options, 'pages');
      request.on('error', reject);
      request.on('response', (response) => {
        readJson(response).then(
          (body) =>
            resolve({
              status: response.statusCode ?? 0,
              body,
              setCookie: response.headers['set-cookie'] ?? [],
            }),
          reject,
        );
      });
      request.end();
    });

  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { open, get, close };
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  let bytes = 0;
  const parts: Buffer[] = [];
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER) throw new Error('The answer of the API is too large.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString()) as unknown;
}
