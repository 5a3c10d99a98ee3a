import { ApiError } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';

export interface Failure {
  /** The server's error value, or 'unknown_error'. */
  code: string;
  /** What happened and what to do. */
  text: string;
}

/** Puts a failed call into words for the page, and into the code that analytics know it by. */
export function useFailure(): (error: unknown) => Failure {
  const failureText = useFailureText();
  return (error) => ({
    code: error instanceof ApiError ? error.code : 'unknown_error',
    text: failureText(error),
  });
}
