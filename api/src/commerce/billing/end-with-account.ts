import type { PremiumLoss } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { decideIn, readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import { countGiftsWaiting } from './gift-store.ts';
import type { LedgerEntry } from './ledger/entries.ts';
import type { BillingState, Subscription } from './ledger/reduce.ts';
import {
  FOR_EVER,
  isRenewing,
  liveSubscription,
  opensUntil,
  paidThrough,
} from './ledger/subscription-status.ts';
import { abandonConfirmation } from './payments.ts';
import { undecidedAttempts } from './ledger/subscription-status.ts';

/** The subscription that a deletion of the account ended, as long as what was paid or given of it is not over. */
const resumableSubscription = (state: BillingState, now: number): Subscription | undefined =>
  liveSubscription(state)
    ? undefined
    : [...state.subscriptions.values()].findLast(
        (subscription) => subscription.ended?.byDeletion && paidThrough(subscription) > now,
      );

const presentLoss = (subscription: Subscription): PremiumLoss => {
  const through = paidThrough(subscription);
  return {
    product_name: subscription.product.name,
    is_renewing: isRenewing(subscription),
    paid_until_datetime: through >= FOR_EVER ? null : new Date(through).toISOString(),
  };
};

/** What of billing goes with the account: its premium, also one that a deletion has ended already, and unused gifts. */
export async function findBillingLosses(
  context: Context,
  userId: number,
): Promise<{ premium: PremiumLoss | null; unused_gifts: number; receipts: number }> {
  const billing = billingOf(context);
  const now = context.now().getTime();
  const [state, unused_gifts, { receipts }] = await Promise.all([
    readState(billing, userId),
    countGiftsWaiting(context.db, userId),
    context.db
      .selectFrom('receipts')
      .select((at) => at.fn.countAll<number>().as('receipts'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  const live = liveSubscription(state);
  const premium = live && opensUntil(live) > now ? live : resumableSubscription(state, now);
  return { premium: premium ? presentLoss(premium) : null, unused_gifts, receipts };
}

/**
 * Ends premium with the request to delete the account: nothing more is charged, and no checkout stays open. A payment
 * that is still on its way goes back once it is known.
 */
export async function endPremiumForDeletion(context: Context, trx: Trx, userId: number): Promise<void> {
  const end = ({ state, now: at }: { state: BillingState; now: number }): LedgerEntry[] => {
    const live = liveSubscription(state);
    const open = [...state.orders.values()].filter(({ status }) => status === 'open');
    return [
      ...open.map(({ id }): LedgerEntry => ({ kind: 'order_canceled', at, order: id })),
      ...(live
        ? [
            {
              kind: 'subscription_ended' as const,
              at,
              subscription: live.id,
              reason: 'canceled' as const,
              because: 'deletion' as const,
            },
          ]
        : []),
    ];
  };
  await decideIn(billingOf(context), trx, new Map([[userId, end]]));
}

/** What was paid or given opens premium again, and renews only if the member says so. @returns it; null where nothing is left */
export async function resumePremium(context: Context, trx: Trx, userId: number): Promise<PremiumLoss | null> {
  const [account] = await decideIn(
    billingOf(context),
    trx,
    new Map([
      [
        userId,
        ({ state, now: at }): LedgerEntry[] => {
          const ended = resumableSubscription(state, at);
          return ended ? [{ kind: 'subscription_resumed', at, subscription: ended.id }] : [];
        },
      ],
    ]),
  );
  const live = account!.added.length > 0 ? liveSubscription(account!.after) : undefined;
  return live ? presentLoss(live) : null;
}

/**
 * Has the provider give up payments that wait for the member at their bank. One that was confirmed meanwhile goes back.
 * Where the provider does not answer, it is asked again as for every payment without an outcome.
 */
export async function abandonOpenPayments(context: Context, userId: number): Promise<void> {
  const billing = billingOf(context);
  try {
    for (const attempt of undecidedAttempts(await readState(billing, userId)))
      await abandonConfirmation(billing, userId, attempt);
  } catch (error) {
    context.log.warn({ err: error }, 'payments of a leaving member are given up later');
  }
}
