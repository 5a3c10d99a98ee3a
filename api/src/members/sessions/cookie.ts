import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../kernel/server/env.ts';
import { REFRESH_SECONDS } from './refresh-token.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';

const SECURE_NAME = '__Host-waymark_refresh';
const PLAIN_NAME = 'waymark_refresh';
/** Cookies that other versions set or may have set. */
const LEGACY_NAMES = ['auth-token', 'auth_token', 'refresh_token'];

type Site = Pick<Env, 'SITE_URL'>;

const isSecure = ({ SITE_URL }: Site) => SITE_URL.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? SECURE_NAME : PLAIN_NAME);
/** Our names and values need no escaping. */
function write(site: Site, name: string, value: string, maxAge: number): string {
  const secure = isSecure(site) ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export function readRefreshCookie(request: FastifyRequest, site: Site): string | undefined {
  const start = `${nameOf(site)}=`;
  return request.headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
}

export function setRefreshCookie(reply: FastifyReply, site: Site, token: string): void {
  reply.header('set-cookie', write(site, nameOf(site), token, REFRESH_SECONDS));
}

/** Only for a session that has truly ended: a call that merely failed must leave the cookie alone. */
export function clearRefreshCookie(reply: FastifyReply, site: Site): void {
  reply.header('set-cookie', write(site, nameOf(site), '', 0));
}

export function clearLegacyCookies(reply: FastifyReply, site: Site): void {
  const names = isSecure(site) ? [...LEGACY_NAMES, PLAIN_NAME] : LEGACY_NAMES;
  reply.header(
    'set-cookie',
    names.map((name) => write(site, name, '', 0)),
  );
}

/** False when the browser says that another site's page makes this call. */
export function isNotCrossSite({ headers }: FastifyRequest, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  return !headers.origin || headers.origin === new URL(siteUrl).origin;
}

/**
 * Calls that the cookie alone carries must come from our own pages: the browser says so,
 * or they have a header that no other site's page can send without asking first.
 * @throws ApiProblem 403 `cross_site`
 */
export function requireOwnPage(request: FastifyRequest, siteUrl: string): void {
  const { headers } = request;
  const shown =
    headers['x-requested-with'] ||
    headers['sec-fetch-site'] === 'same-origin' ||
    headers.origin === new URL(siteUrl).origin;
  if (!shown || !isNotCrossSite(request, siteUrl))
    throw new ApiProblem(403, 'cross_site', 'This call is only for the pages of this site.');
}
