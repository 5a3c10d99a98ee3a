import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';

/**
 * Puts a failed save into words: the device is offline, no answer came, the server failed, or the server's own sentence.
 * Every form that keeps what was typed uses it.
 * @param fallback what is said of an answer without a sentence; an answer that never came is always told as that
 */
export type FailureText = (error: unknown, fallback?: string) => string;

export function useFailureText(): FailureText {
  const { i18n } = useLingui();
  return (error, fallback) => failureTextIn(i18n, error, fallback);
}

/** As `useFailureText`, for what is no component. */
export function failureTextIn(i18n: I18n, error: unknown, fallback?: string): string {
  const { status, description } = error instanceof ApiError ? error : { status: -1, description: '' };
  if (status === 0)
    return i18n._(
      navigator.onLine
        ? msg`We couldn’t reach Waymark. Nothing was lost; check your connection and try again.`
        : msg`You’re offline. Nothing was lost; try again once you’re connected.`,
    );
  if (fallback !== undefined) return description || fallback;
  if (status >= 500)
    return i18n._(msg`Something went wrong on our side. Nothing was lost; try again in a moment.`);
  return description || i18n._(msg`That didn’t work. Nothing was lost; try again in a moment.`);
}
