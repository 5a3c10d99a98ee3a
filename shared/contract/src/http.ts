import type { ErrorBody, ServiceName } from '@waymark/api-contract';
import { engine, type HttpClient } from './engine.ts';

export type { HttpClient, RequestOptions } from './engine.ts';

/**
 * A failed call. `message` reads 'status statusText: error_description (error)', or 'Unknown Error'.
 * `status` is 0 when no answer came (offline, timeout, aborted).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly description: string;
  readonly diagnostics: Record<string, string[]>;
  /** Codes of the sentences in `diagnostics`, in their order. */
  readonly fieldProblems: NonNullable<ErrorBody['field_problems']>;
  readonly body: unknown;

  constructor(status: number, statusText: string, body: unknown) {
    const known = isErrorBody(body) ? body : null;
    super(errorText(status, statusText, known));
    this.status = status;
    this.code = known?.error ?? 'unknown_error';
    this.description = known?.error_description ?? '';
    this.diagnostics = known?.diagnostics ?? {};
    this.fieldProblems = known?.field_problems ?? {};
    this.body = body;
  }
}

/** 'status statusText: error_description (error)', fallback 'Unknown Error'. */
export function errorText(
  status: number,
  statusText: string,
  body: Pick<ErrorBody, 'error' | 'error_description'> | null,
): string {
  if (!status || !body) return 'Unknown Error';
  return `${status} ${statusText}: ${body.error_description} (${body.error})`;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as ErrorBody).error === 'string' &&
    typeof (body as ErrorBody).error_description === 'string'
  );
}

/** The client of one service, for what passes calls on. Pages make calls by their names: `call`, `useCall`, `useSend`. */
export const http = { service: (name: ServiceName): HttpClient => engine().http(name) };
