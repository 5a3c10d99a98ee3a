import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';

export interface Failure {
  /** The server's error value, or 'unknown_error'. */
  code: string;
  /** What happened and what to do. */
  text: string;
}

/** Puts a failed call into words: no answer, a server that failed, too many tries, or the server's own sentence. */
export function useFailure(): (error: unknown) => Failure {
  const { t } = useLingui();
  return (error) => {
    const { status, code, description } =
      error instanceof ApiError ? error : { status: -1, code: 'unknown_error', description: '' };
    if (status === 0 && !navigator.onLine)
      return { code, text: t`You are offline. Nothing was lost; try again once you are connected.` };
    if (status === 0)
      return {
        code,
        text: t`Waymark could not be reached. Nothing was lost; check your connection and try again.`,
      };
    if (status >= 500)
      return { code, text: t`Waymark could not answer just now. Nothing was lost; try again in a moment.` };
    return { code, text: description || t`That did not work. Nothing was lost; try again in a moment.` };
  };
}
