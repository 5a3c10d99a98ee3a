import type { LedgerEntry } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { usePlanWords } from '../plans/use-plan-words.ts';

type Fields = Readonly<Record<string, unknown>>;
const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};
const numberIn = (fields: Fields, name: string): number => {
  const value = fields[name];
  return typeof value === 'number' ? value : 0;
};
const objectIn = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
};

/** What each entry of the ledger says, in a sentence. One of a kind that the page does not know is named by its kind. */
export function useEntryWords() {
  const { t } = useLingui();
  const words = usePlanWords();
  const day = (fields: Fields, name: string) => words.day(new Date(numberIn(fields, name)));
  const payments: Readonly<Record<string, string>> = {
    requires_action: t`The bank waits for the member to confirm the payment.`,
    processing: t`The payment is on its way.`,
    canceled: t`The payment was given up: nothing is charged for it any more.`,
    succeeded: t`The payment has arrived.`,
  };
  const refunds: Readonly<Record<string, string>> = {
    pending: t`The refund is on its way.`,
    failed: t`The refund did not go through.`,
    succeeded: t`The refund has arrived.`,
  };
  const disputes: Readonly<Record<string, string>> = {
    open: t`The bank looks into it: the member disputes the payment.`,
    won: t`The dispute was decided for us.`,
    lost: t`The bank took the payment back.`,
  };
  const endings: Readonly<Record<string, string>> = {
    canceled: t`Premium ended as the member asked.`,
    expired: t`Premium ran out.`,
    payment_failed: t`Premium ended: the renewal could not be paid.`,
    refunded: t`Premium ended with the refund.`,
    disputed: t`Premium ended with the lost dispute.`,
    replaced: t`Another plan took the place of this one.`,
  };
  const reading = (entry: Fields, currency: string): string => {
    const status = textIn(entry, 'status');
    const code = textIn(entry, 'errorCode');
    const refused = code ? t`The bank refused the payment: ${code}.` : t`The bank refused the payment.`;
    const refunded = numberIn(entry, 'refunded');
    const returned = words.money({ amount: refunded, currency });
    return [
      status === 'failed' ? refused : (payments[status] ?? status),
      refunded > 0 ? t`${returned} of it went back.` : '',
      disputes[textIn(entry, 'dispute')] ?? '',
    ]
      .filter(Boolean)
      .join(' ');
  };
  const period = (entry: Fields): string => {
    const from = day(entry, 'starts');
    if (entry['ends'] === null) return t`Premium is open from ${from}, for good.`;
    const to = day(entry, 'ends');
    if (entry['reason'] === 'trial') return t`Free trial from ${from} to ${to}.`;
    if (entry['reason'] === 'paid') return t`Paid for, from ${from} to ${to}.`;
    return t`Given, from ${from} to ${to}.`;
  };
  return ({ kind, entry }: LedgerEntry, currency: string): string => {
    const money = () =>
      words.money({
        amount: numberIn(entry, 'amount'),
        currency: textIn(entry, 'currency') || textIn(objectIn(entry, 'product'), 'currency') || currency,
      });
    const product = textIn(objectIn(entry, 'product'), 'name');
    switch (kind) {
      case 'order_opened':
        return t`Began to buy ${product}: ${money()} now.`;
      case 'order_canceled':
        return t`Left that purchase, or chose something else.`;
      case 'terms_accepted':
        return t`Chose a card and agreed to the terms.`;
      case 'attempt_started':
        return t`The bank was asked for ${money()}.`;
      case 'payment_read':
        return reading(entry, currency);
      case 'subscription_started':
        return t`Premium began: ${product}.`;
      case 'period_added':
        return period(entry);
      case 'cancellation_requested':
        return t`Turned the renewal off.`;
      case 'cancellation_withdrawn':
        return t`Turned the renewal on again.`;
      case 'change_scheduled':
        return product ? t`Changes to ${product} with the next period.` : t`Stays with the plan after all.`;
      case 'product_changed':
        return t`Changed to ${product}.`;
      case 'notice_sent':
        return t`Was told by mail what comes next.`;
      case 'subscription_ended':
        return endings[textIn(entry, 'reason')] ?? t`Premium ended.`;
      case 'refund_requested': {
        const reason = textIn(entry, 'reason');
        return entry['by'] === null
          ? t`${money()} go back by themselves: ${reason}.`
          : t`An operator refunded ${money()}: ${reason}`;
      }
      case 'refund_read':
        return refunds[textIn(entry, 'status')] ?? kind;
      case 'gift_bought':
        return t`A gift code was made: ${product}.`;
      case 'gift_revoked':
        return t`The gift code opens nothing any more, unless somebody used it before.`;
      case 'days_granted': {
        const given = words.period({ interval: numberIn(entry, 'days'), unit: 'day' });
        const reason = textIn(entry, 'reason');
        return t`An operator gave ${given}: ${reason}`;
      }
      default:
        return kind;
    }
  };
}
