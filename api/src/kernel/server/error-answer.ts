import { SERVICE_BASES, type ErrorBody, type ProblemCode } from '@waymark/api-contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { wrongType } from './body-parsers.ts';
import { ApiProblem } from './errors.ts';

/** What the server itself refuses before a handler runs, as sentences. */
const REFUSALS: Record<string, [status: number, code: ProblemCode, description: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'This is larger than the server takes.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'too_large', 'This file is larger than the server takes.'],
  FST_FILES_LIMIT: [
    413,
    'too_many_files',
    'This upload has more files than one call takes. Send them in several.',
  ],
  FST_FIELDS_LIMIT: [413, 'too_many_fields', 'This upload has more fields than the call takes.'],
  FST_PARTS_LIMIT: [
    413,
    'too_many_parts',
    'This upload has more parts than one call takes. Send them in several.',
  ],
  FST_PROTO_VIOLATION: [400, 'invalid_request', 'A field of this upload has a name that no field can have.'],
  FST_INVALID_JSON_FIELD_ERROR: [400, 'invalid_json', 'A field of this upload is not valid JSON.'],
  FST_MP_PREMATURE_CLOSE: [400, 'upload_broken', 'The upload was interrupted. Try again.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_json', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid_json', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The body is not as long as announced.'],
  FST_ERR_BAD_URL: [400, 'invalid_request', 'This address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'too_long', 'This address is longer than any of ours.'],
  FST_ERR_ASYNC_CONSTRAINT: [400, 'invalid_request', 'This request is not valid.'],
};

const WRONG_TYPE = new Set(['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_INVALID_MULTIPART_CONTENT_TYPE']);

/**
 * PostgreSQL's refusals of a value: a character, a text, a number or a date that no column holds. The contract should
 * have refused it with the field's name; this is the net below.
 */
const UNSTORABLE = new Set(['22021', '22P02', '22P05', '22003', '22008']);

/** No space for a file or for its member's quota, and PostgreSQL's SQLSTATE for the same. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

const databaseUnavailable = ({ isOutcomeUnknown }: DatabaseUnavailable): ApiProblem =>
  new ApiProblem(
    503,
    'database_unavailable',
    isOutcomeUnknown
      ? 'Waymark lost its database for a moment. Check whether your change was saved before you make it again.'
      : 'Waymark cannot reach its database at the moment. Try again in a few seconds.',
    { headers: { 'retry-after': '2' } },
  );

/** Gives every error the one form, with the request's id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiProblem | Error, request, reply) => {
    const problem = asProblem(error, request);
    if (!(error instanceof ApiProblem) && (problem.status >= 500 || problem.code === 'unstorable'))
      request.log.error({ err: error, call: `${request.method} ${request.routeOptions.url}` }, 'call failed');
    return answer(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(new ApiProblem(404, 'not_found', 'There is nothing at this address.'), request, reply),
  );
}

/** What the server refuses before it knows which call is meant, such as an address that cannot be read. */
export const answerBeforeCall = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answer(asProblem(error, request), request, reply);

function asProblem(error: FastifyError | ApiProblem | Error, request: FastifyRequest): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof DatabaseUnavailable) return databaseUnavailable(error);
  const code = 'code' in error ? error.code : '';
  if (DISK_FULL.has(code))
    return new ApiProblem(507, 'storage_full', 'There is no space left to store this. Try again later.', {
      headers: { 'retry-after': '300' },
    });
  if (WRONG_TYPE.has(code)) return wrongType(request);
  if (UNSTORABLE.has(code))
    return new ApiProblem(
      400,
      'unstorable',
      'A text, number or date in this is not one that can be stored. Check what you entered.',
    );
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
    ...(problem.parameters && { parameters: problem.parameters }),
    ...(problem.diagnostics && { diagnostics: problem.diagnostics }),
    ...(problem.fieldProblems && { field_problems: problem.fieldProblems }),
    request_id: request.id,
  };
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...problem.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
