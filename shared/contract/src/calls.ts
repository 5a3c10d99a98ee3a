import {
  callPath,
  SERVICE_BASES,
  type CallTypes,
  type ClientCall,
  type Endpoint,
  type Resource,
} from '@waymark/api-contract/client';
import { engine } from './engine.ts';
import { publish } from './events.ts';
import type { RequestOptions } from './http.ts';

type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : object extends V
    ? { [P in K]?: V | undefined }
    : { [P in K]: V };

/** What a call is sent with, each part as its schema has it. */
export type CallInput<T extends CallTypes> = Part<'params', T['params']> &
  Part<'query', T['query']> &
  Part<'body', T['body']>;

export interface CallOptions extends Pick<
  RequestOptions,
  'signal' | 'noRefresh' | 'notifyFailure' | 'onUploadProgress'
> {
  /** A POST that is sent again under the same key creates nothing new. The host makes one up where none is given. */
  idempotencyKey?: string;
  /** False: the caller says itself, with `announceChange`, that something changed. Default true. */
  announce?: boolean;
}

/** The input may be left out where a call needs none. */
export type CallArguments<T extends CallTypes> =
  object extends CallInput<T> ? [input?: CallInput<T> & CallOptions] : [input: CallInput<T> & CallOptions];

interface AnyInput extends CallOptions {
  params?: object;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Stands for the page's own site while a link is read. */
const ANY_SITE = 'http://site.invalid';
const RESPONSE_TYPES = { bytes: 'arraybuffer', file: 'blob' } as const;

/**
 * Makes one call of the API: `call(workoutCalls.one, { params: { id } })`. Resolves with what the contract says it
 * answers. What it changes is announced to every remote and tab, so that they fetch anew what has become stale.
 * @throws ApiError when it fails
 */
export async function call<T extends CallTypes>(
  target: ClientCall<T>,
  ...[input]: CallArguments<T>
): Promise<T['response']> {
  const { params, query, body, idempotencyKey, announce = true, ...options } = (input ?? {}) as AnyInput;
  const client = engine().http(target.service);
  const path = callPath(target, params);
  const request: RequestOptions = {
    ...options,
    ...(query && { params: query }),
    ...(target.answer && { responseType: RESPONSE_TYPES[target.answer] }),
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  };
  const method = target.method.toLowerCase() as Lowercase<typeof target.method>;
  const answer: T['response'] =
    method === 'get' || method === 'delete'
      ? await client[method](path, request)
      : await client[method](path, body, request);
  // An edit that is only tried out changes nothing.
  if (announce && target.changes && query?.['preview'] !== 'true') announceChange(target.changes);
  return answer;
}

/**
 * Follows a link that an answer of the API holds, such as the next page of a list: its parameters are the server's, so
 * they are sent as they come. `target` is the call that answers there.
 * @throws Error when the link leads to another call or another site
 * @throws ApiError when the call fails
 */
export function followLink<T extends CallTypes>(
  target: ClientCall<T>,
  href: string,
  options: Omit<CallOptions, 'idempotencyKey' | 'announce' | 'onUploadProgress'> = {},
): Promise<T['response']> {
  const path = target.method === 'GET' ? pathOfLink(target, href) : null;
  if (path === null) throw new Error(`The link ${href} does not lead to ${target.path}.`);
  return engine()
    .http(target.service)
    .get(path, { ...options, ...(target.answer && { responseType: RESPONSE_TYPES[target.answer] }) });
}

/** Path and query of a link below the base of its call's service; null where the link is none to this call. */
function pathOfLink({ service, path }: Endpoint, href: string): string | null {
  const { origin, pathname, search } = new URL(href, ANY_SITE);
  const expected = path.split('/').slice(1);
  const parts = pathname.split('/');
  const base = parts.slice(0, -expected.length).join('/');
  const below = parts.slice(-expected.length);
  const isThisCall = expected.every((part, i) =>
    part.startsWith(':') ? below[i] !== '' : below[i] === part,
  );
  // Links start with the public part of the base: `/v7.1` of `/services/main/v7.1`.
  return origin === ANY_SITE && base && isThisCall && SERVICE_BASES[service].endsWith(base)
    ? `/${below.join('/')}${search}`
    : null;
}

/** Tells every remote in every tab that answers which read these are stale. */
export const announceChange = (resources: readonly Resource[]): void =>
  publish('data.changed', { resources: [...resources] });
