import type { FastifyRequest } from 'fastify';
import { ApiProblem } from '../../kernel/server/errors.ts';

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
