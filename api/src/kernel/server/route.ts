import type { Call } from '@waymark/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CredentialKind } from './account-credentials.ts';
import type { Context } from './context.ts';
import type { Subscriptions } from './domain-events.ts';
import type { Env } from './env.ts';
import type { Answer, Asked, Questions } from './questions.ts';

/** Who is calling, from the bearer token. */
export interface Caller {
  userId: number;
}

/**
 * Who may make a call at all. `anyone` and `member` are decided before the handler runs;
 * what a member may do with one thing is decided in that entity's `policy.ts`, which the handler asks.
 */
export type Access = 'anyone' | 'member';

export interface Limit {
  /** Calls (or bytes) per window for one address (and one account, where `account` names the body field). */
  max: number;
  windowSeconds: number;
  account?: string;
  /** Counts the account at all API processes together; see `countShared`. Without it each process counts its own calls. */
  isShared?: true;
  /** What is counted: calls unless given, or the bytes of their bodies. */
  unit?: 'calls' | 'bytes';
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface Handled<C extends Call> {
  context: Context;
  /** The member; null only where access is 'anyone'. */
  caller: Caller | null;
  params: Out<C['params']>;
  query: Out<C['querystring']>;
  body: Out<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One call as the server runs it: contract, access, limit and handler in one place. */
export interface Route<C extends Call = Call> {
  call: C;
  access: Access;
  /** An expired or foreign token counts as none: for calls that must work while the session is being renewed. */
  lenient?: boolean;
  /** One limit, or several that all hold. */
  limit?: Limit | readonly Limit[];
  /** Largest body in bytes; 1 MB unless given. Multipart calls read `request` themselves. */
  bodyLimit?: number;
  /** The handler gets the JSON body as bytes, unread: for bodies too long for the thread that answers. */
  rawBody?: boolean;
  /** Pages of other origins may read what visitors are answered; see `cross-origin.ts`. For reads that are open to anyone. */
  isCrossOrigin?: true;
  /** Takes text/plain as JSON: what `navigator.sendBeacon` can send. */
  beacon?: boolean;
  /** Takes application/x-www-form-urlencoded as well: forms of pages without scripts, and mail programs. */
  form?: boolean;
  handler(
    this: void,
    h: Handled<C>,
  ): Promise<C['response'] extends z.ZodType ? z.input<C['response']> : unknown>;
}

/** Keeps the types of one call together; `registerService` refuses a route without access. */
export const route = <C extends Call>(definition: Route<C>): Route => definition;

/** What members' tokens name in their scopes. */
export type ScopeArea = 'profile' | 'workout' | 'route';

/** What a service knows about other domains' questions. */
export type Answers = {
  [Name in keyof Questions]?: (context: Context, asked: Asked<Name>) => Promise<Answer<Name>>;
};

/** A service: where it is mounted, its calls, its tables, its work in the background. */
export interface Service {
  name: string;
  /** Mounted below this path, for instance `/services/main/v7.1`. */
  base: string;
  routes: Route[];
  /** Its calls are open to tokens with the scope to read or write in this area; without one to sessions only. */
  scopeArea?: ScopeArea;
  /** Takes addresses of its own, for a protocol that a library answers. */
  mount?(app: FastifyInstance, context: Context): void;
  /** What it does when other services announce a change, in their transaction. */
  subscriptions?: Subscriptions;
  /** What it knows when domains below it ask. */
  answers?: Answers;
  /** What of its own opens an account, or parts of it. */
  credentials?: readonly CredentialKind[];
  /** Declares workers. */
  jobs?(context: Context): void;
  /** @throws Error for settings that cannot work; the start ends with its message */
  checkConfiguration?(env: Env): void;
  /**
   * Runs at each start once workers run: takes up what a killed process left, queues what comes back by the clock.
   * Calls are answered meanwhile. It is repeated when it fails, so it may run more than once.
   */
  started?(context: Context): Promise<void>;
  /** Runs every few seconds in each process, one run at a time. What it does may be repeated. */
  sweep?(context: Context): Promise<void>;
  /** Between two sweeps, where some seconds are too long for whoever waits. */
  sweepPauseMs?: number;
}
