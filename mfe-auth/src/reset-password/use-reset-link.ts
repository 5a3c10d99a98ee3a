import type { PasswordResetInfo } from '@waymark/api-contract';
import { track } from '@waymark/contract';
import { useApiQuery } from '@waymark/remote';
import { useEffect } from 'react';

export const resetPath = (token: string): string => `/password/reset/${encodeURIComponent(token)}`;

/** Asks once whether the link can be used, and reports what came of it. */
export function useResetLink(token: string) {
  const query = useApiQuery<PasswordResetInfo>('auth', resetPath(token), undefined, {
    enabled: token !== '',
    // A link that was good when the page opened stays on the page: the server looks again when it is used.
    staleTime: Infinity,
    gcTime: 0,
  });
  const { status, error } = query;
  useEffect(() => {
    if (status === 'success') track('password_reset_fetch', { result: 'success' });
    if (status === 'error') track('password_reset_fetch', { result: 'failure', error: error.code });
  }, [status, error]);
  return query;
}
