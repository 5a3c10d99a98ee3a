import { BILLING_DOMAIN, BILLING_DOMAIN_HEADER, SERVICE_BASES } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { ApiProblem } from '../../kernel/server/errors.ts';

/** Each card that is added is asked of its bank: a way to try numbers. Also in a checkout. */
export const CARDS_PER_HOUR = { max: 30, windowSeconds: 3600 };
/** Also of a subscription that is bought in one call. */
export const PAYMENTS_PER_HOUR = { max: 120, windowSeconds: 3600 };

/** @throws ApiProblem for a call of another domain's shop */
export function checkDomain({ headers }: FastifyRequest): void {
  const domain = headers[BILLING_DOMAIN_HEADER];
  if (domain !== undefined && domain !== BILLING_DOMAIN)
    throw new ApiProblem(400, 'billing_domain_unknown', 'This shop is not known here. Open the page again.');
}

/** A list as all calls of the shop answer it. */
export const listAnswer = <K extends string, T>(name: K, items: T[], path: string) => ({
  _embedded: { [name]: items } as Record<K, T[]>,
  total_count: items.length,
  _links: { self: [{ href: SERVICE_BASES.billing + path }] },
});
