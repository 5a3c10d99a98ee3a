import type { PaymentIntent } from '@waymark/api-contract';
import { checkoutCalls } from '@waymark/api-contract/client';
import { useQuery } from '@tanstack/react-query';
import { announceChange, type ApiError, call } from '@waymark/contract';
import { callKey } from '@waymark/remote';
import { useEffect, useRef } from 'react';

const PROCESSING_POLL_MS = 2000;
const CONFIRMATION_POLL_MS = 5000;

type Status = PaymentIntent['paymentIntentStatus'];

/** Whether the outcome stands with the bank, or with the member at the bank. */
const isWaiting = (status: Status | undefined): boolean =>
  status === 'processing' || status === 'requires_action';

/** A checkout as it stands. While its outcome is open, it is asked for again and again. */
export function usePaymentIntent(domain: 'mmf' | 'waymark', id: string) {
  const input = { params: { domain, id: Number(id) } };
  const query = useQuery<PaymentIntent, ApiError>({
    queryKey: callKey(checkoutCalls.paymentIntent, input),
    queryFn: async ({ signal }) => {
      const intent = await call(checkoutCalls.paymentIntent, { ...input, signal });
      return isWaiting(intent.paymentIntentStatus)
        ? call(checkoutCalls.completeTransaction, {
            body: { paymentIntentId: intent.paymentIntentId },
            announce: false,
          })
        : intent;
    },
    meta: { reads: ['billing'] },
    refetchInterval: ({ state }) => {
      const status = state.data?.paymentIntentStatus;
      if (status === 'processing') return PROCESSING_POLL_MS;
      return status === 'requires_action' ? CONFIRMATION_POLL_MS : false;
    },
  });
  const status = query.data?.paymentIntentStatus;
  useAnnouncedOutcome(status);
  return query;
}

/** What premium opens switches as soon as the payment is known to be made, here and in every other tab. */
function useAnnouncedOutcome(status: Status | undefined): void {
  const before = useRef<Status>(undefined);
  useEffect(() => {
    // The first answer may be the outcome of a confirmation on the bank's page.
    if (status === 'succeeded' && before.current !== 'succeeded') announceChange(['premium', 'billing']);
    before.current = status;
  }, [status]);
}
