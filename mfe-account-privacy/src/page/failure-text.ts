import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';

/** Puts a failed call into words: no answer, a server that failed, or the server's own sentence. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    const { status, description } = error instanceof ApiError ? error : { status: -1, description: '' };
    if (status === 0)
      return t`We couldn’t reach Waymark. Nothing was lost; check your connection and try again.`;
    if (status >= 500) return t`That didn’t work just now. Nothing was lost; try again in a moment.`;
    return description || t`That didn’t work. Nothing was lost; try again in a moment.`;
  };
}
