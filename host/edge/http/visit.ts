import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request, with what every part needs to know of it. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path as sent, without query; begins with a slash. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  id: string;
  cookies: Record<string, string>;
  /** The visitor came over https. */
  secure: boolean;
  /** What the API is told about where the visitor came from. */
  forwarded: { 'x-forwarded-for': string; 'x-forwarded-proto': string; 'x-forwarded-host': string };
}

const REQUEST_ID = /^[\w.:-]{6,100}$/;

/** @param site the public address; decides about https unless a trusted proxy says more */
export function readVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { trustProxy, site }: { trustProxy: boolean; site: URL },
): Visit {
  const { headers, url = '/', socket } = request;
  const question = url.indexOf('?');
  const given = (name: string) => (trustProxy ? String(headers[name] ?? '') : '');
  const proto = given('x-forwarded-proto').split(',')[0]?.trim() || site.protocol.slice(0, -1);
  const id = given('x-request-id');
  return {
    request,
    response,
    path: question < 0 ? url : url.slice(0, question),
    search: question < 0 ? '' : url.slice(question),
    id: REQUEST_ID.test(id) ? id : crypto.randomUUID(),
    cookies: readCookies(headers.cookie),
    secure: proto === 'https',
    forwarded: {
      'x-forwarded-for': [given('x-forwarded-for'), socket.remoteAddress ?? ''].filter(Boolean).join(', '),
      'x-forwarded-proto': proto,
      'x-forwarded-host': given('x-forwarded-host') || (headers.host ?? site.host),
    },
  };
}

/** The first value of each cookie; one that is not decodable stays as it came. */
export function readCookies(header = ''): Record<string, string> {
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
