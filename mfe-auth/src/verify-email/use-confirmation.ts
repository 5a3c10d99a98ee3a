import { authCalls } from '@waymark/api-contract/client';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, getSession, isSignedIn, reloadSession, track } from '@waymark/contract';
import { callKey } from '@waymark/remote';
import { useEffect } from 'react';
import { rememberEmail } from '../page/handover.ts';

/** The link itself is at fault: asking again with it leads nowhere. */
export const isDead = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code.startsWith('token_') || error.status === 404 || Boolean(error.diagnostics.token));

/** Confirms the address as the page opens, and reports what came of it. The server takes the same link twice. */
export function useConfirmation(token: string) {
  const query = useQuery<{ email: string }, ApiError>({
    queryKey: callKey(authCalls.confirmEmail, { params: { token } }),
    queryFn: () => call(authCalls.confirmEmail, { params: { token }, noRefresh: true }),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
  });
  const { status, data, error } = query;
  useEffect(() => {
    if (status === 'error') track('confirm_email', { result: 'failure', error: error.code });
    if (status !== 'success') return;
    track('confirm_email', { result: 'success' });
    rememberEmail(data.email);
    // The member's own data says that the address is confirmed; the host shows a failure itself.
    if (isSignedIn(getSession())) void reloadSession().catch(() => undefined);
  }, [status, data, error]);
  return query;
}
