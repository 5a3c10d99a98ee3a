import { securityCalls, type CallTypes, type ClientCall } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { createIdempotencyKey, endsIdempotencyKey, isSavedBefore, useSend } from '@waymark/remote';
import { announceChange, ApiError, call, type CallArguments, type CallInput } from '@waymark/contract';
import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from 'react';

export const IdentityDialog = lazy(() => import(/* webpackChunkName: "identity" */ './identity-dialog.tsx'));

/** The member closed the dialog: what they were about to do does not happen, and nothing failed. */
class IdentityNotConfirmed extends Error {
  override readonly name = 'IdentityNotConfirmed';
}

type WithIdentity = <T>(run: () => Promise<T>) => Promise<T>;
const IdentityContext = createContext<WithIdentity | null>(null);

export const isUnconfirmed = (error: unknown) =>
  error instanceof ApiError && error.code === 'identity_unconfirmed';

/** Asks for a proof of who is there when a sensitive call wants one, and then repeats the call. */
export function IdentityProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<{ confirmed: () => void; closed: () => void } | null>(null);
  const confirm = useSend(securityCalls.confirmIdentity);
  const withIdentity = useCallback<WithIdentity>(async (run) => {
    try {
      return await run();
    } catch (error) {
      if (!isUnconfirmed(error)) throw error;
    }
    try {
      await new Promise<void>((resolve, reject) =>
        setAsking({ confirmed: resolve, closed: () => reject(new IdentityNotConfirmed()) }),
      );
    } finally {
      setAsking(null);
    }
    return run();
  }, []);
  return (
    <IdentityContext value={withIdentity}>
      {children}
      {asking && (
        <Suspense>
          <IdentityDialog
            prove={(body) => confirm.mutateAsync({ body }).then(asking.confirmed)}
            lead={
              <Trans>Confirm it’s you to make this change. The confirmation is valid for five minutes.</Trans>
            }
            onClose={asking.closed}
          />
        </Suspense>
      )}
    </IdentityContext>
  );
}

/**
 * A call that may ask for a proof of identity first. `send` answers undefined when it failed (`error` says why) or when
 * the member did not confirm. A repeat after a lost answer has the same key, as with `useSend`; with `keepKey` also a
 * changed one.
 */
export function useSensitiveCall<T extends CallTypes>(target: ClientCall<T>, { keepKey = false } = {}) {
  const withIdentity = use(IdentityContext);
  const [error, setError] = useState<unknown>(null);
  const [isPending, setIsPending] = useState(false);
  const [key] = useState(createIdempotencyKey);
  if (!withIdentity) throw new Error('A sensitive call was made outside IdentityProvider.');
  const send = async (
    ...[input]: object extends CallInput<T> ? [input?: CallInput<T>] : [input: CallInput<T>]
  ): Promise<{ answer: T['response'] } | undefined> => {
    setError(null);
    setIsPending(true);
    const idempotencyKey =
      target.method === 'POST' ? key.keyFor(keepKey ? null : (input ?? null)) : undefined;
    try {
      const answer = await withIdentity(() =>
        call(target, ...([{ ...input, idempotencyKey }] as unknown as CallArguments<T>)),
      );
      key.clear();
      return { answer };
    } catch (failure) {
      if (endsIdempotencyKey(failure)) key.clear();
      // What is stored already shows where the message tells to look.
      if (isSavedBefore(failure) && target.changes) announceChange(target.changes);
      if (!(failure instanceof IdentityNotConfirmed)) setError(failure);
      return undefined;
    } finally {
      setIsPending(false);
    }
  };
  return { send, error, isPending, reset: () => setError(null) };
}
