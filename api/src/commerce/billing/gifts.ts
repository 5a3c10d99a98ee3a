import type { Gift } from '@waymark/api-contract';
import type { IdempotentCall } from '../../kernel/idempotency/run-once.ts';
import { runOnce } from '../../kernel/idempotency/run-once.ts';
import { canBecomeLink } from '../../kernel/mail/letter.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { normaliseEmail } from '../../members/credentials/normalise-email.ts';
import { isProtectedFrom } from '../../members/visibility/relation.ts';
import { type Account, changeAccount } from './accounts.ts';
import type { Billing } from './billing.ts';
import { findProduct } from './checkout.ts';
import { queueMail } from './consequences.ts';
import {
  checkGiftable,
  checkGiftsWaiting,
  createGift,
  giftText,
  isReturnable,
  listGifts,
  takeBackGift,
} from './gift-store.ts';
import { giftOf, refundedOf } from './ledger/decide-order.ts';
import type { EntryOf, LedgerEntry } from './ledger/entries.ts';
import { sendRefund } from './payments.ts';
import { ProviderUnavailable } from './provider.ts';
import { wakeBilling } from './wake.ts';

/** A code may have been mailed to a wrong address, but not to a list of them. */
const MAX_MAILS = 5;

const used = () => conflict('coupon_used', 'Somebody has used this gift already.');

/** @throws ApiProblem 404 */
async function findGift(billing: Billing, userId: number, id: number): Promise<Gift> {
  const gift = (await listGifts(billing, userId)).find((one) => one.id === id);
  if (!gift) throw notFound('gift');
  return gift;
}

/** Gives a member a code to pass on. @throws ApiProblem for a product without a period, or when too many gifts wait */
export async function giveGift(
  billing: Billing,
  userId: number,
  { productId, by, once }: { productId: string; by: number; once: IdempotentCall | null },
): Promise<Gift> {
  const { context } = billing;
  const product = findProduct(billing, productId);
  checkGiftable(product);
  let gift = 0;
  await changeAccount(billing, userId, async (account) => {
    const { trx } = account;
    const change = { ...billing, ...account };
    const create = async (id: number) => {
      await checkGiftsWaiting(trx, userId);
      const code = await createGift(change, { id, product, by, order: null });
      queueMail(change, 'gift_given', { product: giftText(product.frequency!), gift: code });
    };
    ({ id: gift } = await runOnce(trx, once, context.newId(), create));
    return [];
  });
  await wakeBilling(context);
  // None after a late repeat, when it was withdrawn.
  return findGift(billing, userId, gift);
}

/**
 * Takes back a gift of an operator that nobody has used.
 * @throws ApiProblem 404 for a gift that is not the member's, 409 for one that somebody uses or that was paid for
 */
export async function withdrawGift(billing: Billing, userId: number, id: number): Promise<Gift[]> {
  let isTaken = false;
  await changeAccount(billing, userId, async (account) => {
    if (account.state.gifts.has(id))
      throw conflict('gift_paid', 'This gift was paid for. Refund its payment instead.');
    isTaken = await takeBackGift(account, id);
    return [];
  });
  const gifts = await listGifts(billing, userId);
  if (isTaken) return gifts;
  throw gifts.some((gift) => gift.id === id) ? used() : notFound('gift');
}

/** Mails a code to whoever it is for, with a few words of the giver. @throws ApiProblem when it is used, or was mailed often */
export async function mailGift(
  billing: Billing,
  userId: number,
  { id, email, message, once }: { id: number; email: string; message: string; once: IdempotentCall | null },
): Promise<Gift> {
  const { context } = billing;
  // Somebody else's mail program shows it.
  if (canBecomeLink(message)) throw invalid({ message: ['Leave links and addresses out of the message.'] });
  const {
    code,
    duration_interval: interval,
    duration_unit: unit,
    redeemed,
  } = await findGift(billing, userId, id);
  if (redeemed) throw used();
  await changeAccount(billing, userId, async (account) => {
    const { trx } = account;
    await runOnce(trx, once, context.newId(), async () => {
      const mailed = await trx
        .updateTable('gifts')
        .set((at) => ({ mailed_to: email, mails: at('mails', '+', 1) }))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('mails', '<', MAX_MAILS)
        .returning('id')
        .executeTakeFirst();
      if (!mailed)
        throw conflict('gift_mails', 'This gift was mailed often already. Hand over its code or its card.');
      const { display_name: name } = await trx
        .selectFrom('users')
        .select('display_name')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      // Strangers write no words to young members; the giver is not told whose address it is.
      const unreached = await trx
        .selectFrom('logins')
        .innerJoin('users', 'users.id', 'logins.user_id')
        .select('users.id')
        .where('logins.email', '=', normaliseEmail(email))
        .where(isProtectedFrom(userId))
        .executeTakeFirst();
      const from = name === '' || canBecomeLink(name) ? 'Somebody' : name;
      const product = giftText({ interval, unit });
      const data = { to: email, from, message: unreached ? '' : message, product, gift: code };
      queueMail({ ...billing, ...account }, 'gift_for_you', data);
    });
    return [];
  });
  await wakeBilling(context);
  return findGift(billing, userId, id);
}

/**
 * What a refund comes to. One of the whole payment takes the gift back that it bought, in the same step: whoever comes
 * first, the refund or the one who redeems it, gets it.
 * @throws ApiProblem 409 for a gift that somebody has used
 */
export async function planRefund(
  account: Account,
  request: Omit<EntryOf<'refund_requested'>, 'kind' | 'at'>,
): Promise<LedgerEntry[]> {
  const { state, now } = account;
  const attempt = state.attempts.get(request.attempt)!;
  const gift = giftOf(state, attempt);
  const entries: LedgerEntry[] = [{ kind: 'refund_requested', at: now, ...request }];
  if (!gift || refundedOf(state, attempt) + request.amount < attempt.amount) return entries;
  if (!(await takeBackGift(account, gift.id))) throw used();
  return [...entries, { kind: 'gift_revoked', at: now, gift: gift.id, reason: 'refunded' }];
}

/**
 * Gives the money of a gift back that nobody has used; its code opens nothing from then on. A repeat changes nothing.
 * @throws ApiProblem 404 for one that the member has not bought, 409 when it is used, disputed, or too old
 */
export async function returnGift(billing: Billing, userId: number, id: number): Promise<Gift[]> {
  const { context } = billing;
  const refund = context.newId();
  await changeAccount(billing, userId, (account) => {
    const { state, now } = account;
    const gift = state.gifts.get(id);
    const attempt = gift && state.attempts.get(gift.attempt);
    if (!attempt) throw notFound('gift');
    if (gift.isRevoked) return [];
    if (attempt.dispute === 'open' || attempt.dispute === 'lost')
      throw conflict('refund_disputed', 'The bank already holds this payment because of a dispute.');
    if (!isReturnable(gift.boughtAt, now))
      throw conflict('gift_return_over', 'A gift can be returned for 30 days. Give it to somebody instead.');
    const amount = attempt.amount - refundedOf(state, attempt);
    return planRefund(account, {
      refund,
      attempt: attempt.id,
      amount,
      by: null,
      reason: 'the gift was returned',
    });
  });
  // Without an answer the refund stays written down, and is sent again until it is known.
  await sendRefund(billing, userId, refund).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
  return listGifts(billing, userId);
}
