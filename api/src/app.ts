import fastify, { LogController, type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Context } from './kernel/server/context.ts';
import { accessTokens } from './kernel/server/access-tokens.ts';
import { answerSerializer } from './kernel/server/answer-serializer.ts';
import { limitAnswers, type AnswerLimits } from './kernel/server/answer-limits.ts';
import { jsonBodies } from './kernel/server/body-parsers.ts';
import { guardConnections, HTTP_OPTIONS, type ConnectionLimits } from './kernel/server/connections.ts';
import { answerBeforeCall, answerErrors } from './kernel/server/error-answer.ts';
import { findScopedToken } from './members/personal-tokens/find-token.ts';
import { findAccessToken } from './members/oauth/find-access-token.ts';
import { runAsWork } from './kernel/server/current-work.ts';
import { registerHealth } from './kernel/server/health.ts';
import { callLimiter, rateLimiter } from './kernel/server/rate-limits.ts';
import { registerService } from './kernel/server/register.ts';
import type { Service } from './kernel/server/route.ts';
import { answerUnreadableRequest } from './kernel/server/unreadable-request.ts';
import { limitUploads } from './kernel/server/upload-places.ts';
import { validate } from './kernel/server/validate.ts';

const MB = 1024 * 1024;

export interface AppOptions {
  services: Service[];
  /** Private key, PEM: signs the access tokens. */
  signingKey: string;
  /** Bounds of connections where they differ from the usual ones. */
  connections?: Partial<ConnectionLimits>;
  answers?: Partial<AnswerLimits>;
}

/** The API over a context; it does not listen yet. */
export async function buildApp(
  context: Context,
  { services, signingKey, connections, answers }: AppOptions,
): Promise<FastifyInstance> {
  const start = randomBytes(6).toString('base64url');
  let requests = 0;
  const nextRequestId = () => `${start}-${(++requests).toString(36)}`;
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    bodyLimit: MB,
    // The edge names the visitor's address; nobody else is believed.
    trustProxy: context.env.EDGE_ADDRESSES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    forceCloseConnections: 'idle',
    // Bodies have a limit of their own: they come fast enough, however large they are.
    requestTimeout: 0,
    http: HTTP_OPTIONS,
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, nextRequestId()),
    frameworkErrors: (error, request, reply) => void answerBeforeCall(error, request, reply),
  }) as unknown as FastifyInstance;
  app.decorate('tokens', accessTokens(signingKey));
  app.decorate(
    'findScopedToken',
    async (text, db = context.db) =>
      (await findScopedToken({ ...context, db }, text)) ?? findAccessToken({ ...context, db }, text),
  );
  app.decorate('count', context.env.RATE_LIMITS ? rateLimiter() : null);
  app.decorate('callLimiter', context.env.RATE_LIMITS ? callLimiter() : null);
  app.decorateRequest('holder', null);
  app.setValidatorCompiler(validate);
  app.setSerializerCompiler(answerSerializer);
  guardConnections(app, context.env, connections);
  limitAnswers(app, answers);
  limitUploads(app);
  app.addHook('onRequest', (request, _reply, done) => {
    runAsWork({ request: request.id, call: `${request.method} ${request.routeOptions.url ?? ''}` }, done);
  });
  warnOfUnlistedEdge(app);
  jsonBodies(app);
  answerErrors(app);
  if (context.log.isLevelEnabled('debug'))
    app.addHook('onResponse', (request, reply, done) => {
      request.log.debug(
        {
          call: `${request.method} ${request.routeOptions.url}`,
          status: reply.statusCode,
          ms: reply.elapsedTime,
        },
        'answered',
      );
      done();
    });
  registerHealth(app, context);
  for (const service of services) {
    registerService(app, context, service);
    service.mount?.(app, context);
  }
  await app.ready();
  return app;
}

/**
 * An edge on another machine that is not listed would count as the only visitor there is: its operator hears of it once,
 * with the first call that names somebody else without being believed.
 */
function warnOfUnlistedEdge(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor } = request.headers;
    if (!isWarned && forwardedFor !== undefined && request.ip === request.socket.remoteAddress) {
      isWarned = true;
      request.log.warn('x-forwarded-for is not believed: EDGE_ADDRESSES lists where the edge calls from');
    }
    done();
  });
}
