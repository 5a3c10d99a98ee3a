import type { IncomingMessage, ServerResponse } from 'node:http';
import { findVisitorAddress, type TrustedProxies } from './trusted-proxies.ts';

/** One request, with what every part needs to know of it. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path as sent, without query; begins with a slash, except for a target that is no address of a page. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** Name in the request, with its port; undefined where it has none. */
  host: string | undefined;
  /** Address of the visitor, as the trusted proxies in front say where there are any. */
  address: string;
  id: string;
  cookies: Record<string, string>;
  /** The visitor came over https. */
  secure: boolean;
  /** What the API is told about where the visitor came from. */
  forwarded: { 'x-forwarded-for': string; 'x-forwarded-proto': string };
}

const REQUEST_ID = /^[\w.:-]{6,100}$/;

/** @param site the public address; decides about https unless a trusted proxy says more */
export function readVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { proxies, site }: { proxies: TrustedProxies; site: URL },
): Visit {
  const { headers, url = '/', socket } = request;
  const { target, host: named } = splitTarget(url);
  const question = target.indexOf('?');
  const { address, proxyCount } = findVisitorAddress(
    String(headers['x-forwarded-for'] ?? ''),
    socket.remoteAddress ?? '',
    proxies,
  );
  const given = (name: string) => (proxyCount > 0 ? String(headers[name] ?? '') : '');
  const protocols = given('x-forwarded-proto').split(',');
  const proto = (protocols.at(-proxyCount) ?? protocols[0])?.trim() || site.protocol.slice(0, -1);
  const id = given('x-request-id');
  return {
    request,
    response,
    path: question < 0 ? target : target.slice(0, question),
    search: question < 0 ? '' : target.slice(question),
    host: named ?? headers.host,
    address,
    id: REQUEST_ID.test(id) ? id : crypto.randomUUID(),
    cookies: readCookies(headers.cookie),
    secure: proto === 'https',
    forwarded: {
      'x-forwarded-for': address,
      'x-forwarded-proto': proto,
    },
  };
}

/** A request to a proxy names the whole address, and its host counts more than the header. */
function splitTarget(url: string): { target: string; host?: string } {
  if (url.startsWith('/') || !/^https?:\/\//i.test(url)) return { target: url };
  const start = url.indexOf('//') + 2;
  const rest = url.slice(start);
  const end = rest.search(/[/?#]/);
  if (end < 0) return { target: '/', host: rest };
  const target = rest.slice(end);
  return { target: target.startsWith('/') ? target : `/${target}`, host: rest.slice(0, end) };
}

/** The first value of each cookie; one that is not decodable stays as it came. */
function readCookies(header = ''): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const value = pair.slice(equals + 1).trim();
    try {
      cookies[pair.slice(0, equals).trim()] ??= decodeURIComponent(value);
    } catch {
      cookies[pair.slice(0, equals).trim()] ??= value;
    }
  }
  return cookies;
}
