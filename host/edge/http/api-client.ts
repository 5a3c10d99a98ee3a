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

export interface ApiClient {
  /** Opens a request to the API; the caller sends the body and hears of errors. */
  open(path: string, options: RequestOptions): ClientRequest;
  /** A call of the edge's own. @throws Error when no whole JSON answer came in time */
  get(path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer>;
  close(): void;
}

const LARGEST_ANSWER = 4 * 1024 * 1024;

/** Connections to the API, kept open between calls. */
export function createApiClient(apiUrl: string): ApiClient {
  const base = new URL(apiUrl);
  const secure = base.protocol === 'https:';
  const agent = new (secure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64 });
  const open = (path: string, options: RequestOptions): ClientRequest =>
    (secure ? httpsRequest : httpRequest)({
      ...options,
      hostname: base.hostname,
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + path,
      agent,
    });

  const get = (path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const request = open(path, {
        method: 'GET',
        headers: { accept: 'application/json', 'x-requested-with': 'waymark-edge', ...headers },
        // The whole of it, from the first connection to the last byte.
        signal: AbortSignal.timeout(timeoutMs),
      });
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

  return { open, get, close: () => agent.destroy() };
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
