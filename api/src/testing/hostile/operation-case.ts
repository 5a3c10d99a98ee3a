import type { TestMember } from '../api.ts';
import type { Owner } from './world.ts';

/**
 * Who may make a call, beside its declared access:
 * - public: everybody, with the same success; what it tells of a member depends on privacy (nothing names who is private)
 * - self: any member, about themselves only
 * - session: whoever has a cookie, about its own session only
 * - read: whoever the privacy level allows; others are told that there is nothing
 * - totals: whoever may see a list of what it sums up; others are told that there is no such member
 * - write: the owner; who may read it is told that it is not theirs (403), others that there is nothing
 * - owned: the owner only; for everybody else there is nothing, whatever the level
 */
export type Rule = 'public' | 'self' | 'session' | 'read' | 'totals' | 'write' | 'owned';

/** A call as its owner makes it, with success. */
export interface CaseRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** A body that works once. */
  newBody?: () => unknown;
  headers?: Record<string, string>;
  /** The call is carried by a cookie, and may end its session. */
  spendsCookie?: boolean;
  /** The call ends the other sessions of its member. */
  endsSessions?: boolean;
  /** Main API path that shows the owner's thing: it must be the same after all others tried. */
  watch?: string;
  /**
   * The call is about a thing that others take part in. Whoever does is tried too, once what let them in has ended: they
   * are told that there is nothing, and lists name it no more.
   */
  joinable?: Joinable;
}

export interface Joinable {
  /** A friend of the owner takes part. */
  join(this: void, friend: TestMember): Promise<void>;
  /** What ends it, whichever of the two does so: a friendship ends with a block, too. */
  endsWith: 'friendship' | 'block';
}

export interface OperationCase {
  rule: Rule;
  /** The owner's status where it is not the contract's. */
  status?: number;
  /** What a stranger is told where the rule would say something else. */
  stranger?: number;
  /** What a friend of the owner is told where the rule would say something else. */
  friend?: number;
  /** Makes a thing that the call lists. See `CaseRequest.joinable`. */
  newJoinable?(this: void, owner: Owner): Promise<Joinable>;
  /** Makes the thing anew where the call changes or ends it. */
  request(this: void, owner: Owner): CaseRequest | Promise<CaseRequest>;
}

/** The address of a call with its parameters and query filled in. */
export function addressOf(pattern: string, { params = {}, query }: CaseRequest): string {
  const where = pattern.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name])));
  return query
    ? `${where}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString()}`
    : where;
}
