import type { Gift } from '@waymark/api-contract';
import { randomBytes } from 'node:crypto';
import type { IdempotentCall } from '../kernel/idempotency/run-once.ts';
import { runOnce } from '../kernel/idempotency/run-once.ts';
import { conflict, invalid, notFound } from '../kernel/server/errors.ts';
import { changeAccount } from './accounts.ts';
import type { Billing } from './billing.ts';
import { findProduct } from './checkout.ts';
import { queueMail } from './consequences.ts';
import { wakeBilling } from './wake.ts';

/** Gifts that a member may have at once and that nobody has used. */
const MAX_UNUSED = 20;
// Without letters and digits that look alike.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 80 random bits: nobody guesses one. */
const createCode = (): string => {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]!).join('');
  return `GIFT-${letters.match(/.{4}/g)!.join('-')}`;
};

export async function listGifts(
  { context: { db } }: Pick<Billing, 'context'>,
  userId: number,
): Promise<Gift[]> {
  const rows = await db
    .selectFrom('gifts')
    .innerJoin('coupons', 'coupons.id', 'gifts.coupon_id')
    .select(['gifts.id', 'coupon_id', 'product_id', 'product_name', 'gifts.created_at'])
    .select(['duration_interval', 'duration_unit', 'uses'])
    .where('user_id', '=', userId)
    .orderBy('gifts.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.coupon_id,
    product_id: row.product_id,
    product_name: row.product_name,
    duration_interval: row.duration_interval!,
    duration_unit: row.duration_unit!,
    redeemed: row.uses > 0,
    granted_datetime: row.created_at.toISOString(),
  }));
}

/**
 * Gives a member a code that opens one period of a product once, for whoever redeems it. It is a coupon of one use, so
 * that redeeming, its races and its refusals are those of coupons.
 * @throws ApiProblem for a product without a period, or when too many gifts wait
 */
export async function giveGift(
  billing: Billing,
  userId: number,
  { productId, by, once }: { productId: string; by: number; once: IdempotentCall | null },
): Promise<Gift> {
  const { context } = billing;
  const { id: product_id, name: product_name, frequency } = findProduct(billing, productId);
  if (!frequency) throw invalid({ product_id: ['A gift lasts for a period. Choose another plan.'] });
  let gift = 0;
  await changeAccount(billing, userId, async (change) => {
    const { trx, now } = change;
    const create = async (id: number) => {
      const { waiting } = await trx
        .selectFrom('gifts')
        .innerJoin('coupons', 'coupons.id', 'gifts.coupon_id')
        .select((at) => at.fn.countAll<number>().as('waiting'))
        .where('user_id', '=', userId)
        .where('uses', '=', 0)
        .executeTakeFirstOrThrow();
      if (waiting >= MAX_UNUSED)
        throw conflict(
          'gift_limit',
          'This member has many gifts that nobody has used yet. Wait until some are.',
        );
      const created_at = new Date(now);
      const coupon_id = createCode();
      await trx
        .insertInto('coupons')
        .values({
          id: coupon_id,
          duration_interval: frequency.interval,
          duration_unit: frequency.unit,
          product_ids: JSON.stringify([product_id]),
          starts_at: null,
          expires_at: null,
          max_uses: 1,
          created_at,
        })
        .execute();
      await trx
        .insertInto('gifts')
        .values({ user_id: userId, id, coupon_id, product_id, product_name, given_by: by, created_at })
        .execute();
      await queueMail({ ...billing, trx, userId, now }, 'gift_given', {
        product: product_name,
        gift: coupon_id,
      });
    };
    ({ id: gift } = await runOnce(trx, once, context.newId(), create));
    return [];
  });
  await wakeBilling(context);
  const given = (await listGifts(billing, userId)).find(({ id }) => id === gift);
  // A late repeat, after it was withdrawn.
  if (!given) throw notFound('gift');
  return given;
}

/**
 * Takes back a gift that nobody has used: there is no such code any more.
 * @throws ApiProblem 404 for a gift that is not the member's, 409 for one that somebody uses
 */
export async function withdrawGift(billing: Billing, userId: number, id: number): Promise<Gift[]> {
  await changeAccount(billing, userId, async ({ trx }) => {
    const gift = await trx
      .deleteFrom('gifts')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('coupon_id')
      .executeTakeFirst();
    if (!gift) throw notFound('gift');
    const unused = await trx
      .deleteFrom('coupons')
      .where('id', '=', gift.coupon_id)
      .where('uses', '=', 0)
      .returning('id')
      .executeTakeFirst();
    if (!unused) throw conflict('coupon_used', 'Somebody has used this gift already.');
    return [];
  });
  return listGifts(billing, userId);
}
