import type { PaymentIntent } from '@waymark/api-contract';
import { checkoutCalls } from '@waymark/api-contract/client';
import { useQuery } from '@tanstack/react-query';
import { announceChange, type ApiError, call } from '@waymark/contract';
import { callKey } from '@waymark/remote';

const PROCESSING_POLL_MS = 2000;
const CONFIRMATION_POLL_MS = 5000;

/** Whether the outcome stands with the bank, or with the member at the bank. */
const isWaiting = ({ paymentIntentStatus: status }: PaymentIntent): boolean =>
  status === 'processing' || status === 'requires_action';

/** A checkout as it stands. While its outcome is open, it is asked for again and again. */
export function usePaymentIntent(domain: 'mmf' | 'waymark', id: string) {
  const input = { params: { domain, id: Number(id) } };
  return useQuery<PaymentIntent, ApiError>({
    queryKey: callKey(checkoutCalls.paymentIntent, input),
    queryFn: async ({ signal }) => {
      const intent = await call(checkoutCalls.paymentIntent, { ...input, signal });
      if (!isWaiting(intent)) return intent;
      const settled = await call(checkoutCalls.completeTransaction, {
        body: { paymentIntentId: intent.paymentIntentId },
        announce: false,
      });
      // What premium opens switches now, here and in every other tab.
      if (settled.paymentIntentStatus === 'succeeded') announceChange(['premium', 'billing']);
      return settled;
    },
    meta: { reads: ['billing'] },
    refetchInterval: ({ state }) => {
      const status = state.data?.paymentIntentStatus;
      if (status === 'processing') return PROCESSING_POLL_MS;
      return status === 'requires_action' ? CONFIRMATION_POLL_MS : false;
    },
  });
}
