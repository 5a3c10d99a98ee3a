import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';

/**
 * Puts a failed save into words: the device is offline, no answer came, the server failed, or the server's own sentence.
 * Every form that keeps what was typed uses it.
 */
export function useFailureText(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    const { status, description } = error instanceof ApiError ? error : { status: -1, description: '' };
    if (status === 0 && !navigator.onLine)
      return t`You’re offline. Nothing was lost; try again once you’re connected.`;
    if (status === 0)
      return t`We couldn’t reach Waymark. Nothing was lost; check your connection and try again.`;
    if (status >= 500) return t`Something went wrong on our side. Nothing was lost; try again in a moment.`;
    return description || t`That didn’t work. Nothing was lost; try again in a moment.`;
  };
}
