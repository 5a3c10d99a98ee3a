import { SERVICE_BASES, type ServiceName } from '@waymark/api-contract/client';
import { withLinkKey } from '@waymark/api-contract/link-key';
import { ApiError, type HttpClient, type RequestOptions } from '@waymark/contract';
import type { SessionEngine } from '../session/engine.ts';
import {
  readEarly,
  type Answer,
  type Call,
  type Transport,
  isRetried,
  RETRY_PAUSE_MS,
  SERVICE_HEADERS,
} from '../transport/transport.ts';

export interface HttpOptions {
  send: Transport;
  /** Bases from the startup settings; the fixed ones stand in. */
  bases: Readonly<Record<string, string>>;
  session: Pick<SessionEngine, 'token' | 'renew' | 'pageRead'>;
  early: (url: string) => Promise<Response> | undefined;
  /** Puts the sentences of a refused call into the visitor's language. */
  translate: (body: unknown) => Promise<unknown>;
  /** A call that wanted it failed. */
  failed: (error: ApiError) => void;
  wait: (ms: number) => Promise<void>;
  /** The key that the page was opened with, where it shows something that is accessible by link. */
  linkKey: () => string | null;
}

/**
 * The one client of the API: headers, the key of the page's link, one retry where the service allows it, one refresh for
 * every 401.
 */
export function createHttp(options: HttpOptions): (service: ServiceName) => HttpClient {
  const { send, session } = options;
  const base = (service: ServiceName) =>
    (options.bases[service] ?? SERVICE_BASES[service]).replace(/\/$/, '');

  const withRetry = async (service: ServiceName, call: Call, first?: Promise<Response>): Promise<Answer> => {
    const answer = first ? await readEarly(first, call.responseType) : await send(call);
    // An early call that got no answer was no real try.
    if (first && answer.status === 0) return withRetry(service, call);
    if (!isRetried(service, answer.status) || call.signal?.aborted) return answer;
    await options.wait(RETRY_PAUSE_MS);
    return send(call);
  };

  const request = async (
    service: ServiceName,
    method: Call['method'],
    path: string,
    body: unknown,
    o: RequestOptions = {},
  ): Promise<unknown> => {
    const address = base(service) + path + query(o.params);
    const url = service === 'main' ? withLinkKey(address, options.linkKey()) : address;
    const call: Call = {
      method,
      url,
      body,
      headers: headers(service, method, o.headers),
      responseType: o.responseType,
      signal: o.signal,
      onUploadProgress: o.onUploadProgress,
    };
    const token = session.token();
    const early =
      method === 'GET' && !o.headers && o.responseType !== 'blob' ? options.early(url) : undefined;
    let answer = await withRetry(service, authorized(call, token), early);
    if (answer.status === 401 && token !== null && !o.noRefresh) {
      const renewal = await session.renew(token, false);
      if (renewal.kind === 'fresh')
        answer = await withRetry(service, authorized(call, renewal.grant.authToken));
      if (answer.status === 401 && method === 'GET') session.pageRead(false);
    }
    if (answer.status >= 200 && answer.status < 300) {
      if (method === 'GET') session.pageRead(true);
      return answer.body;
    }
    const error = new ApiError(answer.status, answer.statusText, await options.translate(answer.body));
    if (o.notifyFailure && !o.signal?.aborted) options.failed(error);
    throw error;
  };

  return (service) => ({
    get: <T>(path: string, o?: RequestOptions) => request(service, 'GET', path, undefined, o) as Promise<T>,
    post: <T>(path: string, body?: unknown, o?: RequestOptions) =>
      request(service, 'POST', path, body, o) as Promise<T>,
    put: <T>(path: string, body?: unknown, o?: RequestOptions) =>
      request(service, 'PUT', path, body, o) as Promise<T>,
    patch: <T>(path: string, body?: unknown, o?: RequestOptions) =>
      request(service, 'PATCH', path, body, o) as Promise<T>,
    delete: <T>(path: string, o?: RequestOptions) =>
      request(service, 'DELETE', path, undefined, o) as Promise<T>,
  });
}

/** A repeated POST carries the same key, so that the server can tell it from a second wish. */
function headers(service: ServiceName, method: Call['method'], own?: Record<string, string>) {
  const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomKey() } : {};
  return { accept: 'application/json', ...SERVICE_HEADERS[service], ...key, ...own };
}

const authorized = (call: Call, token: string | null): Call =>
  token === null ? call : { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };

function query(params: RequestOptions['params'] = {}): string {
  const known = Object.entries(params).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** 128 random bits; also where the page has no secure context. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
