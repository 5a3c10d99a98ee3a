import { ApiError } from '@waymark/contract';

export interface EditError {
  /** The server's `errorCode`, or UNKNOWN_ERROR. */
  code: string;
  /** The server's sentence; empty when it gave none. */
  text: string;
}

/** Why an edit did not work, in the server's code and words. */
export function toEditError(failure: unknown): EditError {
  if (!(failure instanceof ApiError)) return { code: 'UNKNOWN_ERROR', text: '' };
  const body = failure.body as { errorCode?: unknown } | null | undefined;
  const code = typeof body?.errorCode === 'string' ? body.errorCode : 'UNKNOWN_ERROR';
  return { code, text: failure.description };
}
