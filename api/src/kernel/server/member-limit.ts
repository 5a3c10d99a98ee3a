import type { FastifyRequest } from 'fastify';
import type { Limit } from './route.ts';

/** What a member makes by hand: far more than anybody logs, far less than fills a disk. */
export const WRITES: readonly Limit[] = [
  { max: 1000, windowSeconds: 3600 },
  { max: 5000, windowSeconds: 86_400 },
];

/** Reads by a private address, such as that of a calendar: those of its owner, whoever makes them. */
export const ADDRESS_READS: readonly Limit[] = [{ max: 120, windowSeconds: 3600 }];
/** A service that reads calendars or feeds for many members comes from one address: none of them uses it up for others. */
export const SERVICE_LIMIT: Limit = { max: 20_000, windowSeconds: 3600 };

/** Mails to an address that may be somebody else's, whichever network they are asked for from. */
export const MAILS_OF_MEMBER: readonly Limit[] = [{ max: 20, windowSeconds: 86_400 }];

/**
 * Counts a call of a member, whatever the address it comes from.
 * @param label of the calls that are counted together
 * @throws ApiProblem 429 after too many within a window
 */
export function countMember(
  { server }: FastifyRequest,
  label: string,
  userId: number,
  limits: readonly Limit[],
): void {
  for (const limit of limits) server.count?.(`${label} ${limit.windowSeconds}`, limit, `member ${userId}`);
}
