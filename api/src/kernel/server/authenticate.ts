import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Db } from '../database/tables.ts';
import type { AccessTokens, TokenHolder } from './access-tokens.ts';
import { ApiProblem, notSignedIn } from './errors.ts';
import type { Access, ScopeArea } from './route.ts';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    holder: TokenHolder | null;
  }
}

const BEARER = 'Bearer ';
export const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : undefined;

/** What a token may open: reading or writing in one area. */
export type Scope = `${ScopeArea}:${'read' | 'write'}`;

/** Whom a token of a member's script or of an application speaks for, and what it may do. */
export interface ScopedToken {
  userId: number;
  scopes: readonly string[];
  /** Milliseconds since 1970. */
  expires: number;
}
/** @param db a transaction, which reads the token anew */
export type FindScopedToken = (text: string, db?: Db) => Promise<ScopedToken | null>;

export const tokenInvalid = () =>
  new ApiProblem(401, 'token_invalid', 'This token is unknown, was revoked or has expired.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
const scopeMissing = (scope: Scope | undefined) =>
  new ApiProblem(
    403,
    'insufficient_scope',
    scope ? `This token does not have the scope ${scope}.` : 'Tokens do not open this call. Sign in.',
    {
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`,
      },
    },
  );

/** @throws ApiProblem 403 without the scope, 401 for a token that does not count */
async function openWithToken(
  find: FindScopedToken,
  text: string,
  scope: Scope | undefined,
): Promise<TokenHolder> {
  const token = await find(text);
  if (!token) throw tokenInvalid();
  if (!scope || !token.scopes.includes(scope)) throw scopeMissing(scope);
  return { userId: token.userId, sessionId: NO_SESSION, expires: token.expires };
}

interface AuthenticateOptions {
  lenient?: boolean | undefined;
  /** What a member's token needs for this call; without one no token opens it. */
  scope?: Scope | undefined;
  findToken: FindScopedToken;
}

/** Calls by token belong to no session. */
export const NO_SESSION = 0;

/**
 * Reads the bearer token before anything else of a call is looked at.
 * A call for members without one is refused; a bad one is refused everywhere, so that no visitor's view is mistaken for the member's
 * (`lenient` calls excepted).
 */
export function authenticate(
  tokens: AccessTokens,
  access: Access,
  { lenient = false, scope, findToken }: AuthenticateOptions,
) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const text = bearerOf(request);
    if (text === undefined) {
      done(access === 'member' ? notSignedIn() : undefined);
      return;
    }
    const accept = (holder: TokenHolder) => {
      request.holder = holder;
      done();
    };
    const refuse = (error: unknown) => done(lenient ? undefined : (error as Error));
    // Those of sessions are signed, in three parts.
    if (!text.includes('.')) {
      openWithToken(findToken, text, scope).then(accept, refuse);
      return;
    }
    try {
      const holder = tokens.verify(text);
      if (holder instanceof Promise) void holder.then(accept, refuse);
      else accept(holder);
    } catch (error) {
      refuse(error);
    }
  };
}

/** A revoked token counts at no process after this. */
const CACHE_MS = 10_000;
const MAX_TOKENS = 5000;

/**
 * Keeps tokens that were found, by their hash, so that a script's next call asks the database nothing.
 * @returns the cache of an API: several of them run in one process in tests
 */
export function createTokenCache<T extends ScopedToken>() {
  const caches = new WeakMap<object, LRUCache<string, T>>();
  return ({ db }: Pick<Context, 'db'>): LRUCache<string, T> => {
    let cache = caches.get(db);
    if (!cache) caches.set(db, (cache = new LRUCache({ max: MAX_TOKENS, ttl: CACHE_MS })));
    return cache;
  };
}
