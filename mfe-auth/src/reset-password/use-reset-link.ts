import { authCalls } from '@waymark/api-contract/client';
import { track } from '@waymark/contract';
import { useCall } from '@waymark/remote';
import { useEffect } from 'react';

/** Asks once whether the link can be used, and reports what came of it. */
export function useResetLink(token: string) {
  const query = useCall(
    authCalls.resetInfo,
    { params: { token } },
    {
      enabled: token !== '',
      // A link that was good when the page opened stays on the page: the server looks again when it is used.
      staleTime: Infinity,
      gcTime: 0,
    },
  );
  const { status, error } = query;
  useEffect(() => {
    if (status === 'success') track('password_reset_fetch', { result: 'success' });
    if (status === 'error') track('password_reset_fetch', { result: 'failure', error: error.code });
  }, [status, error]);
  return query;
}
