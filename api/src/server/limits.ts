import { isIPv6 } from 'node:net';
import { ApiProblem } from './errors.ts';
import type { Limit } from './route.ts';

interface Window {
  count: number;
  ends: number;
}

/** With an account named, one address may try this many accounts' worth of calls. */
const ADDRESS_FACTOR = 5;
/** Windows held before those that ended are swept for the first time. */
const SWEEP_ABOVE = 10_000;

/** Accounts are e-mail addresses and device ids; what is longer was not checked yet and must not fill the memory. */
const ACCOUNT_LENGTH = 254;

export type Count = (
  call: string,
  limit: Limit,
  address: string,
  counted?: { account?: string | undefined; cost?: number },
) => void;

/**
 * Counts calls per window. The account is counted together with the address only:
 * somebody who guesses passwords slows themselves down and never locks the owner out.
 */
export function rateLimiter(now: () => number = Date.now): Count {
  const windows = new Map<string, Window>();
  let sweepAbove = SWEEP_ABOVE;
  const hit = (key: string, max: number, seconds: number, cost: number): void => {
    const at = now();
    let window = windows.get(key);
    if (!window || window.ends <= at) {
      if (windows.size > sweepAbove) {
        for (const [old, { ends }] of windows) if (ends <= at) windows.delete(old);
        // Twice what is left: a crowd of callers does not make each new one walk through all others.
        sweepAbove = Math.max(SWEEP_ABOVE, windows.size * 2);
      }
      window = { count: 0, ends: at + seconds * 1000 };
      windows.set(key, window);
    }
    window.count += cost;
    if (window.count > max) throw tooMany(Math.max(1, Math.ceil((window.ends - at) / 1000)));
  };
  return (
    call,
    { max, windowSeconds, account: field, unit = 'calls' },
    address,
    { account, cost = 1 } = {},
  ) => {
    const key = `${call} ${unit} ${network(address)}`;
    hit(key, field ? max * ADDRESS_FACTOR : max, windowSeconds, cost);
    if (field && account)
      hit(`${key} ${account.slice(0, ACCOUNT_LENGTH).trim().toLowerCase()}`, max, windowSeconds, cost);
  };
}

function tooMany(seconds: number): ApiProblem {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new ApiProblem(429, 'too_many_requests', `That was too often. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** A household has a whole /64 of IPv6 addresses. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - tail.split(':').filter(Boolean).length;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')];
  return groups.slice(0, 4).join(':');
}
