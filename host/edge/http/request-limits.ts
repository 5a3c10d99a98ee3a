import type { Visit } from './visit.ts';

/** No page and no call has a longer path. */
const PATH_MAX_LENGTH = 2048;
/**
 * No page and no call has a longer query. The longest that is asked for is that of `/services/routing/route`: 50 places
 * take about 6 kB as JSON in `?json=`.
 */
const QUERY_MAX_LENGTH = 8192;
/** All header lines of a request together, with their separators. */
const HEADERS_MAX_LENGTH = 16 * 1024;
const HEADERS_MAX_COUNT = 100;
/**
 * Where the parser itself gives up, without the one form of errors. Above the sum of the other limits, so that what is
 * slightly too long is answered in words.
 */
export const PARSER_MAX_LENGTH = 48 * 1024;

export interface Refusal {
  status: number;
  error: string;
  description: string;
}

/** What monitors ask by address, whatever the site is called. */
const HEALTH = new Set(['/livez', '/readyz']);

/** @returns why a request is not answered, before anything else looks at it; null when it is */
export function refusalOf(
  { request, path, search, host }: Pick<Visit, 'request' | 'path' | 'search' | 'host'>,
  isOwnHost: (host: string | undefined, localAddress: string | undefined) => boolean,
): Refusal | null {
  const { rawHeaders } = request;
  const headersLength = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  if (headersLength > HEADERS_MAX_LENGTH || rawHeaders.length > 2 * HEADERS_MAX_COUNT)
    return {
      status: 431,
      error: 'headers_too_large',
      description: 'This request carries more than the site takes. Delete this site’s cookies and try again.',
    };
  if (path.length > PATH_MAX_LENGTH || search.length > QUERY_MAX_LENGTH)
    return { status: 414, error: 'too_long', description: 'This address is longer than any of ours.' };
  // Servers and proxies disagree on which of several counts.
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host');
  if (!path.startsWith('/') || hosts.length > 1)
    return { status: 400, error: 'invalid_request', description: 'This request is not valid.' };
  if (!HEALTH.has(path) && !isOwnHost(host, request.socket.localAddress))
    return {
      status: 421,
      error: 'wrong_host',
      description:
        'This site is not known by that name. Use the address it was set up with; ALLOWED_HOSTS adds names.',
    };
  return null;
}
