import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecureSite, readCookie, removeCookie, setCookie, type Site } from '../../kernel/server/cookies.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { REFRESH_SECONDS } from './refresh-token.ts';

const SECURE_NAME = '__Host-waymark_refresh';
const PLAIN_NAME = 'waymark_refresh';
/** Cookies that other versions set or may have set. */
const LEGACY_NAMES = ['auth-token', 'auth_token', 'refresh_token'];

const nameOf = (site: Site) => (isSecureSite(site) ? SECURE_NAME : PLAIN_NAME);

export const readRefreshCookie = (request: FastifyRequest, site: Site): string | undefined =>
  readCookie(request, nameOf(site));

export function setRefreshCookie(reply: FastifyReply, site: Site, token: string): void {
  setCookie(reply, site, { name: nameOf(site), value: token, maxAgeSeconds: REFRESH_SECONDS });
}

/** Only for a session that has truly ended: a call that merely failed must leave the cookie alone. */
export function clearRefreshCookie(reply: FastifyReply, site: Site): void {
  removeCookie(reply, site, nameOf(site));
}

export function clearLegacyCookies(reply: FastifyReply, site: Site): void {
  const names = isSecureSite(site) ? [...LEGACY_NAMES, PLAIN_NAME] : LEGACY_NAMES;
  for (const name of names) removeCookie(reply, site, name);
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
