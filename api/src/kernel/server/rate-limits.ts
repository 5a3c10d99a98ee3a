import { networkOf } from '@waymark/api-contract/address-network';
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
export const normaliseAccount = (account: string) => account.slice(0, ACCOUNT_LENGTH).trim().toLowerCase();

export type Count = (
  call: string,
  limit: Limit,
  address: string,
  counted?: { account?: string | undefined; cost?: number },
) => void;

/** Windows by key; those that ended are swept once there are many. */
function windowsOf(now: () => number) {
  const windows = new Map<string, Window>();
  let sweepAbove = SWEEP_ABOVE;
  const current = (key: string, seconds: number): Window => {
    const at = now();
    const known = windows.get(key);
    if (known && known.ends > at) return known;
    if (windows.size > sweepAbove) {
      for (const [old, { ends }] of windows) if (ends <= at) windows.delete(old);
      // Twice what is left: a crowd of callers does not make each new one walk through all others.
      sweepAbove = Math.max(SWEEP_ABOVE, windows.size * 2);
    }
    const window = { count: 0, ends: at + seconds * 1000 };
    windows.set(key, window);
    return window;
  };
  const check = ({ count, ends }: Window, max: number): void => {
    if (count > max) throw tooManyRequests(Math.max(1, Math.ceil((ends - now()) / 1000)));
  };
  return { current, check };
}

/**
 * Counts calls per window. The account is counted together with the address only:
 * somebody who guesses passwords slows themselves down and never locks the owner out.
 */
export function rateLimiter(now: () => number = Date.now): Count {
  const { current, check } = windowsOf(now);
  const hit = (key: string, max: number, seconds: number, cost: number): void => {
    const window = current(key, seconds);
    window.count += cost;
    check(window, max);
  };
  return (
    call,
    { max, windowSeconds, account: field, unit = 'calls' },
    address,
    { account, cost = 1 } = {},
  ) => {
    const key = `${call} ${unit} ${networkOf(address)}`;
    hit(key, field ? max * ADDRESS_FACTOR : max, windowSeconds, cost);
    if (field && account) hit(`${key} ${normaliseAccount(account)}`, max, windowSeconds, cost);
  };
}

/** Reads of members' things by visitors, from one address: more than any reader makes, far fewer than a scan takes. */
export const VISITOR_READS = {
  reads: { max: 1200, windowSeconds: 60 },
  misses: { max: 300, windowSeconds: 600 },
} as const;

/** Reads by a member: far more than pages ask for. An account is no way around the limit of visitors. */
export const MEMBER_READS = { max: 6000, windowSeconds: 60 } as const;

/**
 * Changes by a member, whatever they change and from wherever: what has no limit of its own is bounded by these. Far
 * more than pages and scripts send, files of an import included.
 */
export const MEMBER_WRITES: readonly Limit[] = [
  { max: 1200, windowSeconds: 60 },
  { max: 20_000, windowSeconds: 3600 },
];

export interface CallLimiter {
  /** Before a read. @throws ApiProblem 429 after too many reads, or too many that found nothing */
  start(address: string): void;
  /** The read found nothing that a visitor may see. */
  miss(address: string): void;
  /** Before a read by a member. @throws ApiProblem 429 after too many reads */
  startMember(userId: number): void;
  /** Before a change by a member. @throws ApiProblem 429 after too many changes */
  startMemberWrite(userId: number): void;
}

/** Limits reads, and changes by members. Without a session addresses of things cannot be tried one after the other. */
export function callLimiter(now: () => number = Date.now): CallLimiter {
  const { current, check } = windowsOf(now);
  const { reads, misses } = VISITOR_READS;
  const missed = (address: string) => current(`misses ${networkOf(address)}`, misses.windowSeconds);
  return {
    start(address) {
      const window = current(`reads ${networkOf(address)}`, reads.windowSeconds);
      window.count++;
      check(window, reads.max);
      check(missed(address), misses.max - 1);
    },
    miss: (address) => void missed(address).count++,
    startMember(userId) {
      const window = current(`member ${userId}`, MEMBER_READS.windowSeconds);
      window.count++;
      check(window, MEMBER_READS.max);
    },
    startMemberWrite(userId) {
      for (const { max, windowSeconds } of MEMBER_WRITES) {
        const window = current(`writes ${windowSeconds} ${userId}`, windowSeconds);
        window.count++;
        check(window, max);
      }
    },
  };
}

export function tooManyRequests(seconds: number): ApiProblem {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new ApiProblem(429, 'too_many_requests', `Too many tries. Try again in ${wait}.`, {
    parameters: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
