import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { AccessTokens, TokenHolder } from './access-tokens.ts';
import { notSignedIn } from './errors.ts';
import type { Access } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    holder: TokenHolder | null;
  }
}

const BEARER = 'Bearer ';

/**
 * Reads the bearer token before anything else of a call is looked at.
 * A call for members without one is refused; a bad one is refused everywhere, so that no visitor's view is mistaken for the member's
 * (`lenient` calls excepted).
 */
export function authenticate(tokens: AccessTokens, access: Access, lenient = false) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const header = request.headers.authorization;
    if (!header?.startsWith(BEARER)) {
      done(access === 'member' ? notSignedIn() : undefined);
      return;
    }
    const accept = (holder: TokenHolder) => {
      request.holder = holder;
      done();
    };
    const refuse = (error: unknown) => done(lenient ? undefined : (error as Error));
    try {
      const holder = tokens.verify(header.slice(BEARER.length));
      if (holder instanceof Promise) void holder.then(accept, refuse);
      else accept(holder);
    } catch (error) {
      refuse(error);
    }
  };
}
