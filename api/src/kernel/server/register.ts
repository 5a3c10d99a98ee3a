import { type Call, SERVICE_BASES } from '@waymark/api-contract';
import { networkOf } from '@waymark/api-contract/address-network';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { AccessTokens } from './access-tokens.ts';
import { withRepeat } from '../database/call-attempt.ts';
import { withConnectionsOf } from '../database/caller-connections.ts';
import { answerPreflight, letOtherOriginsRead } from './cross-origin.ts';
import { authenticate, type FindScopedToken } from './authenticate.ts';
import { rawBodies } from './body-parsers.ts';
import { runAsCaller } from './current-work.ts';
import type { Context } from './context.ts';
import type { CallLimiter, Count } from './rate-limits.ts';
import type { Caller, Limit, Route, Service } from './route.ts';
import { countShared } from './shared-limits.ts';
import { uploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokens: AccessTokens;
    findScopedToken: FindScopedToken;
    count: Count | null;
    callLimiter: CallLimiter | null;
  }
}

/** Visitors of this machine, or of a proxy on it that does not tell them apart. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const ACCESS = new Set(['anyone', 'member']);

/** Mounts a service's calls. @throws Error for a route that does not say who may call it */
export function registerService(app: FastifyInstance, context: Context, service: Service): void {
  const [files, raw, others] = [
    service.routes.filter(({ call }) => call.multipart),
    service.routes.filter(({ rawBody }) => rawBody),
    service.routes.filter(({ call, rawBody }) => !call.multipart && !rawBody),
  ];
  for (const route of others) registerRoute(app, context, service, route);
  if (raw.length > 0)
    app.register(async (scope) => {
      rawBodies(scope);
      for (const route of raw) registerRoute(scope, context, service, route);
    });
  if (files.length === 0) return;
  app.register(async (scope) => {
    await uploads(scope);
    for (const route of files) registerRoute(scope, context, service, route);
  });
}

/** What a token that may only read opens. The specification has changes that are a GET. */
const isRead = ({ method, changes }: Call): boolean => method === 'GET' && !changes;

function registerRoute(
  app: FastifyInstance,
  context: Context,
  { name, base, scopeArea }: Service,
  route: Route,
): void {
  const { call, access, bodyLimit } = route;
  const label = `${call.method} ${base}${call.path}`;
  if (!ACCESS.has(access))
    throw new Error(`${name}: ${label} does not say who may call it. Give it access 'anyone' or 'member'.`);
  if (call.service !== undefined && SERVICE_BASES[call.service] !== base)
    throw new Error(`${name}: ${label} is a call of "${call.service}" in the contract. Mount it there.`);
  if (route.isCrossOrigin && (call.method !== 'GET' || access !== 'anyone'))
    throw new Error(`${name}: ${label} is not a read for anyone, so pages of other origins cannot make it.`);
  const limits = [route.limit ?? []].flat();
  const [calls, bytes] = [
    limits.filter(({ unit }) => unit !== 'bytes'),
    limits.filter(({ unit }) => unit === 'bytes'),
  ];
  const count = limits.length > 0 && app.count;
  // What is lenient is the same for everybody: no member's things.
  const reads = call.method === 'GET' && !route.lenient ? app.callLimiter : null;
  const counting =
    (counted: readonly Limit[]) =>
    (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      try {
        for (const limit of counted)
          app.count?.(label, limit, request.ip, {
            account: accountOf(request.body, limit.account),
            cost: limit.unit === 'bytes' ? sizeOf(request.body) : 1,
          });
        done();
      } catch (error) {
        done(error as Error);
      }
    };
  const shared = calls.filter(({ isShared }) => isShared);
  const countingShared = async (request: FastifyRequest): Promise<void> => {
    for (const limit of shared) {
      const account = accountOf(request.body, limit.account);
      if (account) await countShared(context, { call: label, address: request.ip, account }, limit);
    }
  };
  const authenticateCall = authenticate(app.tokens, access, {
    lenient: route.lenient,
    scope: scopeArea && `${scopeArea}:${isRead(call) ? 'read' : 'write'}`,
    findToken: app.findScopedToken,
  });
  app.route({
    method: call.method,
    url: base + call.path,
    ...(bodyLimit && { bodyLimit }),
    config: {
      ...(route.beacon && { beacon: true }),
      ...(route.form && { form: true }),
      ...(call.multipart && { multipart: true }),
    },
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.querystring && { querystring: call.querystring }),
      ...(call.body && !route.rawBody && { body: call.body }),
      ...(call.response && { response: { [call.status ?? 200]: call.response } }),
    },
    onRequest: authenticateCall,
    ...(reads && limitReads(reads)),
    ...(call.method !== 'GET' && app.callLimiter && limitWrites(app.callLimiter)),
    preValidation: [
      // A body may take minutes, in which the session or token that it came with has ended.
      ...(access === 'member' && call.body ? [authenticateCall] : []),
      // After the body is read, for its account field, and before it is checked: guesses count whatever they look like.
      ...(count ? [counting(calls), countingShared] : []),
    ],
    // After the body is checked: what was refused is not stored, and may be nested too deep to be measured.
    ...(count && bytes.length > 0 && { preHandler: counting(bytes) }),
    handler: handlerOf(context, route),
  });
  if (route.isCrossOrigin) app.options(base + call.path, answerPreflight);
}

/** Counts reads, and what those who are not signed in did not find. */
const limitReads = (reads: CallLimiter) => ({
  preParsing: (request: FastifyRequest, _reply: FastifyReply, _: unknown, done: (error?: Error) => void) => {
    try {
      if (request.holder) reads.startMember(request.holder.userId);
      else reads.start(request.ip);
      done();
    } catch (error) {
      done(error as Error);
    }
  },
  onResponse: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!request.holder && reply.statusCode === 404) reads.miss(request.ip);
    done();
  },
});

/** Counts changes by members; visitors have few, each with a limit of its own. */
const limitWrites = (writes: CallLimiter) => ({
  preParsing: (request: FastifyRequest, _reply: FastifyReply, _: unknown, done: (error?: Error) => void) => {
    try {
      if (request.holder) writes.startMemberWrite(request.holder.userId);
      done();
    } catch (error) {
      done(error as Error);
    }
  },
});

function accountOf(body: unknown, field: string | undefined): string | undefined {
  if (!field || typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : undefined;
}

/** Bytes of a body, of which the content-length is missing where it comes in chunks. */
const sizeOf = (body: unknown): number =>
  body === undefined ? 0 : Buffer.byteLength(Buffer.isBuffer(body) ? body : JSON.stringify(body));

function handlerOf(context: Context, { call, handler, isCrossOrigin }: Route): RouteHandlerMethod {
  const status = call.status ?? 200;
  return async (request, reply) => {
    reply.statusCode = status;
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    const caller: Caller | null = request.holder;
    const headers = new Set(Object.keys(reply.getHeaders()));
    const answerOnce = () =>
      handler({
        context,
        caller,
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      });
    const prepareRepeat = () => {
      // An upload is a stream: what was read of it is gone.
      if (call.multipart || reply.sent || reply.raw.headersSent) return false;
      for (const name of Object.keys(reply.getHeaders())) if (!headers.has(name)) reply.removeHeader(name);
      reply.statusCode = status;
      return true;
    };
    const name = caller ? `member ${caller.userId}` : networkOf(request.ip);
    const isKnown = caller !== null || !LOOPBACK.has(request.ip);
    const result: unknown = await runAsCaller(name, () =>
      withConnectionsOf(isKnown ? name : null, () => withRepeat(answerOnce, prepareRepeat)),
    );
    if (reply.sent || result === reply) return reply;
    if (isCrossOrigin && !caller) letOtherOriginsRead(reply);
    if (status === 204) return reply.send();
    return result;
  };
}
