import type { PaymentIntent } from '@waymark/api-contract';
import { checkoutCalls } from '@waymark/api-contract/client';
import { ApiError } from '@waymark/contract';
import { useSend, useSettings } from '@waymark/remote';
import { useRef, useState } from 'react';
import { storeConfirmed } from '../cards/confirm-at-provider.ts';
import { billingErrorOf } from '../errors/billing-error.ts';

/** What is being sent, as it is named in reports. */
export type SubmittingAction =
  | 'apply_coupon'
  | 'checkout'
  | 'create_paid_subscription'
  | 'add_card'
  | 'update_billing_profile';

/** A stored card, or one in the provider's fields. */
export type CardChoice = { profileId: number } | { requestToken: () => Promise<string> };

export interface PayOptions {
  card: CardChoice;
  acceptsTerms: boolean;
  /** Opens the checkout; null when the member has to look at it again first. */
  openIntent: () => Promise<PaymentIntent | null>;
  /** A new card was stored: the next try uses it. */
  onCardStored: (profileId: number) => void;
  /** The outcome, or the checkout whose outcome has to be asked for. */
  onPrepared: (intent: Pick<PaymentIntent, 'paymentIntentId' | 'paymentIntentStatus' | 'error_code'>) => void;
}

/**
 * Pays: hands the card to the provider, opens the checkout, stores the card, and asks for the charge. Each step can be
 * repeated; the server charges a checkout once, however often it is asked.
 */
export function usePay() {
  const { premiumPaymentKey: key } = useSettings();
  const addCard = useSend(checkoutCalls.addCard);
  const prepare = useSend(checkoutCalls.prepareToCapture, { keyStorage: 'premium-prepare' });
  const [action, setAction] = useState<SubmittingAction | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [unansweredId, setUnansweredId] = useState<number | null>(null);
  // A second click comes before the button is disabled.
  const isPaying = useRef(false);

  const run = async ({ card, acceptsTerms, openIntent, onCardStored, onPrepared }: PayOptions) => {
    setAction('add_card');
    const token = 'requestToken' in card ? await card.requestToken() : null;
    setAction('checkout');
    const intent = await openIntent();
    if (!intent) return;
    const { paymentIntentId } = intent;
    let profileId = 'profileId' in card ? card.profileId : 0;
    if (token !== null) {
      setAction('add_card');
      const stored = await storeConfirmed(key, () =>
        addCard.mutateAsync({ body: { paymentIntentId, cc_token: token } }),
      );
      profileId = stored.billing_profile_id;
      onCardStored(profileId);
    }
    setAction('create_paid_subscription');
    try {
      const prepared = await prepare.mutateAsync({
        body: { paymentIntentId, billing_profile_id: profileId, accepts_renewal_terms: acceptsTerms },
      });
      onPrepared(prepared);
    } catch (error) {
      // The charge may have been made: the page of the checkout asks until it is known.
      if (error instanceof ApiError && error.status === 0) setUnansweredId(paymentIntentId);
      if (!isOutcomeUnknown(error)) throw error;
      onPrepared({ paymentIntentId, paymentIntentStatus: 'processing', error_code: null });
    }
  };

  return {
    action,
    problem,
    /** A checkout whose answer was lost with the connection, or that waits for its member at the bank. */
    unansweredId,
    pay: async (options: PayOptions): Promise<void> => {
      if (isPaying.current) return;
      isPaying.current = true;
      setProblem(null);
      setUnansweredId(null);
      try {
        await run(options);
      } catch (error) {
        setProblem(error);
        setUnansweredId((before) => waitingPaymentOf(error) ?? before);
      } finally {
        isPaying.current = false;
        setAction(null);
      }
    },
  };
}

/** The earlier payment that its member has to confirm first. */
function waitingPaymentOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || billingErrorOf(error).code !== 'payment_action_required') return null;
  const { parameters } = error.body as { parameters?: { id?: unknown } };
  return typeof parameters?.id === 'number' ? parameters.id : null;
}

const isOutcomeUnknown = (error: unknown): boolean =>
  billingErrorOf(error).code === 'payment_pending' || (error instanceof ApiError && error.status >= 500);
