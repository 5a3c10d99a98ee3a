import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { createSlots, NoConnection } from './slots.ts';

export interface ApiAnswer {
  status: number;
  body: unknown;
  setCookie: string[];
}

/**
 * Requests to the API are of three kinds, so that none takes the API from the others: calls whose body is here already,
 * uploads that go on at the pace of their sender, and what pages ask for.
 */
export type RequestKind = 'calls' | 'uploads' | 'pages';

export interface ApiRequestOptions extends RequestOptions {
  /** Whether the caller repeats the request where its connection turns out to be closed. */
  isRepeatable: boolean;
  /** The visitor's network, which has a share of the places; null is not counted apart. */
  network: string | null;
}

export interface ApiClient {
  /**
   * Opens a request to the API, which the caller ends; errors come as events. One that `isRepeatable` may get a
   * connection that was used before, and fail because the API closes it at that moment; others get one of their own.
   * @throws NoConnection when too many of its kind are under way for too long
   */
  open(path: string, options: ApiRequestOptions, kind: RequestKind): Promise<ClientRequest>;
  /** Gives the place of a request to the next one although it goes on: its answer has no end of its own. */
  releasePlace(request: ClientRequest): void;
  /** Takes over what is called for each upload that waits because all places of uploads are taken. */
  onUploadsFull(listener: () => void): void;
  /** A call of the edge's own. @throws Error when no whole JSON answer came in time */
  get(path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer>;
  close(): void;
}

export interface ApiClientOptions {
  /** Requests of each kind at a time. */
  maxApiRequests?: Partial<Record<RequestKind, number>>;
  /** How long a call waits for its turn, and for its connection. */
  connectTimeoutMs?: number;
}

const LARGEST_ANSWER = 4 * 1024 * 1024;
const MAX_REQUESTS: Record<RequestKind, number> = { calls: 1024, uploads: 256, pages: 64 };
/** Of each kind, for one network: an address that asks for more waits for its own requests. */
const MAX_PER_NETWORK: Record<RequestKind, number> = { calls: 128, uploads: 16, pages: 64 };
const CONNECT_TIMEOUT_MS = 5000;

/** Requests to the API over connections that are kept open between them. */
export function createApiClient(
  apiUrl: string,
  { maxApiRequests, connectTimeoutMs = CONNECT_TIMEOUT_MS }: ApiClientOptions = {},
): ApiClient {
  const base = new URL(apiUrl);
  const secure = base.protocol === 'https:';
  const agent = new (secure ? SecureAgent : Agent)({ keepAlive: true, maxFreeSockets: 64 });
  // `connection: close` would make some servers cut an upload off below their refusal.
  const freshAgent = new (secure ? SecureAgent : Agent)({ keepAlive: true });
  freshAgent.maxFreeSockets = 0;
  const max = { ...MAX_REQUESTS, ...maxApiRequests };
  let endUpload = () => {};
  const slots = {
    calls: createSlots(max.calls, MAX_PER_NETWORK.calls),
    uploads: createSlots(max.uploads, MAX_PER_NETWORK.uploads, { onFull: () => endUpload() }),
    pages: createSlots(max.pages, MAX_PER_NETWORK.pages),
  };

  const releases = new WeakMap<ClientRequest, () => void>();
  const releasePlace = (request: ClientRequest) => {
    releases.get(request)?.();
    releases.delete(request);
  };

  function start(
    path: string,
    { isRepeatable, ...options }: ApiRequestOptions,
    release: () => void,
  ): ClientRequest {
    const request = (secure ? httpsRequest : httpRequest)({
      ...options,
      hostname: base.hostname,
      port: base.port,
      path: base.pathname.replace(/\/$/, '') + path,
      agent: isRepeatable ? agent : freshAgent,
    });
    // The request's own timeout begins when it is connected.
    const timer = setTimeout(() => request.destroy(new NoConnection()), connectTimeoutMs);
    const connected = () => clearTimeout(timer);
    request.once('socket', (socket) => (socket.connecting ? socket.once('connect', connected) : connected()));
    releases.set(request, release);
    request.once('close', () => {
      connected();
      releasePlace(request);
    });
    return request;
  }

  async function open(
    path: string,
    options: ApiRequestOptions,
    kind: RequestKind,
    waitMs = connectTimeoutMs,
  ): Promise<ClientRequest> {
    const release = await slots[kind].acquire(waitMs, options.network);
    try {
      return start(path, options, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  async function get(path: string, headers: Record<string, string>, timeoutMs: number): Promise<ApiAnswer> {
    const options = {
      method: 'GET',
      headers: { accept: 'application/json', 'x-requested-with': 'waymark-edge', ...headers },
      // The whole of it, from the wait for its turn to the last byte.
      signal: AbortSignal.timeout(timeoutMs),
      isRepeatable: true,
      network: null,
    };
    const request = await open(path, options, 'pages', timeoutMs);
    // Time may run out after the answer has begun: its reader hears of it.
    request.on('error', () => {});
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end();
    const [response] = await answered;
    const body = await readJson(response);
    return { status: response.statusCode ?? 0, body, setCookie: response.headers['set-cookie'] ?? [] };
  }

  const close = () => {
    agent.destroy();
    freshAgent.destroy();
  };
  const onUploadsFull = (listener: () => void) => {
    endUpload = listener;
  };
  return { open, releasePlace, onUploadsFull, get, close };
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
