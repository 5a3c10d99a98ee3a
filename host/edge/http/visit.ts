import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** One request, with what every part needs to know of it. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path as sent, without query; begins with a slash, except for a target that is no address of a page. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** Name that the visitor asked for, with its port; undefined where they gave none. */
  host: string | undefined;
  /** Address of the visitor, as the trusted proxy in front says where there is one. */
  address: string;
  id: string;
  cookies: Record<string, string>;
  /** The visitor came over https. */
  secure: boolean;
  /** What the API is told about where the visitor came from. */
  forwarded: { 'x-forwarded-for': string; 'x-forwarded-proto': string; 'x-forwarded-host': string };
}

/** Addresses of proxies, as the API takes them: those of this machine and of private networks. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

const REQUEST_ID = /^[\w.:-]{6,100}$/;

/** @param site the public address; decides about https unless a trusted proxy says more */
export function readVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { trustProxy, site }: { trustProxy: boolean; site: URL },
): Visit {
  const { headers, url = '/', socket } = request;
  const { target, host: named } = splitTarget(url);
  const question = target.indexOf('?');
  const given = (name: string) => (trustProxy ? String(headers[name] ?? '') : '');
  const proto = given('x-forwarded-proto').split(',')[0]?.trim() || site.protocol.slice(0, -1);
  const id = given('x-request-id');
  const host = given('x-forwarded-host') || (named ?? headers.host);
  return {
    request,
    response,
    path: question < 0 ? target : target.slice(0, question),
    search: question < 0 ? '' : target.slice(question),
    host,
    address: visitorAddress(given('x-forwarded-for'), socket.remoteAddress ?? ''),
    id: REQUEST_ID.test(id) ? id : crypto.randomUUID(),
    cookies: readCookies(headers.cookie),
    secure: proto === 'https',
    forwarded: {
      'x-forwarded-for': [given('x-forwarded-for'), socket.remoteAddress ?? ''].filter(Boolean).join(', '),
      'x-forwarded-proto': proto,
      'x-forwarded-host': host ?? site.host,
    },
  };
}

/**
 * The last address in the list that is no proxy's: what stands before it was written by the visitor. Without one, who is
 * nearest to the start is a visitor of the private network.
 */
function visitorAddress(forwardedFor: string, socketAddress: string): string {
  const listed = forwardedFor.split(',').map((address) => address.trim());
  const known = [...listed.filter((address) => isIP(address) !== 0), socketAddress];
  const isProxy = (address: string) => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return known.findLast((address) => !isProxy(address)) ?? known[0] ?? '';
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
