import { useLingui } from '@lingui/react/macro';
import { useFailureText } from '@waymark/remote';
import { billingErrorOf, CardTokenError } from './billing-error.ts';

/** Why a payment, a card or a coupon did not go through, in words that say what to do. */
export function usePaymentProblem() {
  const { t } = useLingui();
  const failureText = useFailureText();
  /** The reasons of banks, by the words that card networks have for them. */
  const declines: Readonly<Record<string, string>> = {
    insufficient_funds: t`There is not enough money on this card. Use another one.`,
    lost_card: t`Your bank has blocked this card. Use another one.`,
    stolen_card: t`Your bank has blocked this card. Use another one.`,
    expired_card: t`This card has expired. Use another one.`,
    incorrect_cvc: t`The security code is wrong. Enter the card again.`,
    incorrect_number: t`The card number is wrong. Enter the card again.`,
    payment_intent_authentication_failure: t`Your bank did not confirm the payment. Try again, or use another card.`,
    authentication_required: t`Your bank needs you to confirm this payment. Try again and confirm with your bank.`,
    processing_error: t`Your bank had a technical problem. Try again in a moment.`,
  };
  const ofDecline = (code: string): string =>
    declines[code] ?? t`Your bank declined this card. Use another one, or ask your bank why.`;
  return {
    /** Of a refusal of the bank. */
    ofDecline,
    /** Of a call that failed, or of the provider's card fields. */
    ofError: (error: unknown): string => {
      // The provider's own sentence: it alone has seen the card.
      if (error instanceof CardTokenError) return error.message;
      const { code, description } = billingErrorOf(error);
      return declines[code] ?? (description || failureText(error));
    },
  };
}
