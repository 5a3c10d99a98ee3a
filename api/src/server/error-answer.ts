import { SERVICE_BASES, type ErrorBody } from '@waymark/api-contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem } from './errors.ts';

/** What the server itself refuses before a handler runs, as sentences. */
const REFUSALS: Record<string, [status: number, code: string, description: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'This is larger than the server takes.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'too_large', 'This file is larger than the server takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'Send this as application/json.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'unsupported_media_type', 'Send this as multipart/form-data.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid_json', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as announced.'],
  FST_ERR_BAD_URL: [400, 'invalid_request', 'This address is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: [400, 'invalid_request', 'This request is not valid.'],
};

/** Gives every error the one form, with the request's id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiProblem | Error, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500 && !(error instanceof ApiProblem))
      request.log.error({ err: error, call: `${request.method} ${request.routeOptions.url}` }, 'call failed');
    return answer(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(new ApiProblem(404, 'not_found', 'There is nothing at this address.'), request, reply),
  );
}

function asProblem(error: FastifyError | ApiProblem | Error): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const code = 'code' in error ? error.code : '';
  const refusal = REFUSALS[code];
  if (refusal) return new ApiProblem(...refusal);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (error instanceof SyntaxError && status === 400)
    return new ApiProblem(400, 'invalid_json', 'The body is not valid JSON.');
  if (status >= 400 && status < 500)
    return new ApiProblem(status, 'invalid_request', 'This request is not valid.');
  return new ApiProblem(
    500,
    'internal_error',
    'Something went wrong on our side. Try again; if it stays, tell support the request id.',
  );
}

function answer(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply) {
  const body: ErrorBody & { errorCode?: string } = {
    status: problem.status,
    error: problem.code,
    // The name that same-site calls know it by.
    ...(request.url.startsWith(`${SERVICE_BASES.internal}/`) && { errorCode: problem.code }),
    error_description: problem.message,
    ...(problem.diagnostics && { diagnostics: problem.diagnostics }),
    request_id: request.id,
  };
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...problem.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
