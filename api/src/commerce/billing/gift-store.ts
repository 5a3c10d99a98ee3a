import type { Gift } from '@waymark/api-contract';
import { randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { conflict, invalid } from '../../kernel/server/errors.ts';
import type { Billing, Change } from './billing.ts';
import type { SoldProduct } from './ledger/entries.ts';
import { DAY_MS, type Frequency } from './ledger/periods.ts';

/** Gifts that a member may have at once and that nobody has used. */
const MAX_UNUSED = 20;
/** A gift that was bought can be returned for so long, unless somebody has used it. */
const RETURN_MS = 30 * DAY_MS;
// Without letters and digits that look alike.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 80 random bits: nobody guesses one. */
const createCode = (): string => {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]!).join('');
  return `GIFT-${letters.match(/.{4}/g)!.join('-')}`;
};

/** What a gift opens, for a mail: the name of its product says how often it is paid, and a gift is not. */
export const giftText = ({ interval, unit }: Frequency): string =>
  `${interval} ${unit}${interval === 1 ? '' : 's'} of premium`;

export const isReturnable = (boughtAt: number, now: number): boolean => now < boughtAt + RETURN_MS;

export async function listGifts(
  { context: { db } }: Pick<Billing, 'context'>,
  userId: number,
): Promise<Gift[]> {
  const rows = await db
    .selectFrom('gifts')
    .innerJoin('coupons', 'coupons.id', 'gifts.coupon_id')
    .selectAll('gifts')
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
    mailed_to: row.mailed_to,
    returnable_until:
      row.order_id === null || row.uses > 0
        ? null
        : new Date(row.created_at.getTime() + RETURN_MS).toISOString(),
  }));
}

/** @throws ApiProblem 400 for what is paid once, for good */
export function checkGiftable({ frequency }: Pick<SoldProduct, 'frequency'>): void {
  if (!frequency) throw invalid({ product_id: ['A gift lasts for a period. Choose another plan.'] });
}

/** Gifts of a member that nobody has used. */
export async function countGiftsWaiting(db: Db | Trx, userId: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('gifts')
    .innerJoin('coupons', 'coupons.id', 'gifts.coupon_id')
    .select((at) => at.fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('uses', '=', 0)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** @throws ApiProblem 409 when a member has many gifts that nobody has used */
export async function checkGiftsWaiting(db: Db | Trx, userId: number): Promise<void> {
  if ((await countGiftsWaiting(db, userId)) >= MAX_UNUSED)
    throw conflict('gift_limit', 'Many gifts of this member wait already. Wait until some are used.');
}

/**
 * Stores a code that opens one period of a product once, for whoever redeems it. It is a coupon of one use, so that
 * redeeming, its races and its refusals are those of coupons.
 * @returns the code
 */
export async function createGift(
  { trx, userId, now }: Pick<Change, 'trx' | 'userId' | 'now'>,
  {
    id,
    product,
    by,
    order,
  }: {
    id: number;
    product: Pick<SoldProduct, 'id' | 'name' | 'frequency'>;
    by: number;
    order: number | null;
  },
): Promise<string> {
  const created_at = new Date(now);
  const coupon_id = createCode();
  await trx
    .insertInto('coupons')
    .values({
      id: coupon_id,
      duration_interval: product.frequency!.interval,
      duration_unit: product.frequency!.unit,
      product_ids: JSON.stringify([product.id]),
      starts_at: null,
      expires_at: null,
      max_uses: 1,
      created_at,
    })
    .execute();
  await trx
    .insertInto('gifts')
    .values({
      user_id: userId,
      id,
      coupon_id,
      product_id: product.id,
      product_name: product.name,
      given_by: by,
      created_at,
      order_id: order,
      mailed_to: null,
    })
    .execute();
  return coupon_id;
}

/** Ends a gift that nobody has used: there is no such code any more. @returns false for one that is used, or not there */
export async function takeBackGift(
  { trx, userId }: Pick<Change, 'trx' | 'userId'>,
  id: number,
): Promise<boolean> {
  const unused = await trx
    .deleteFrom('coupons')
    .using('gifts')
    .whereRef('coupons.id', '=', 'gifts.coupon_id')
    .where('gifts.user_id', '=', userId)
    .where('gifts.id', '=', id)
    .where('coupons.uses', '=', 0)
    .returning('coupons.id')
    .executeTakeFirst();
  if (!unused) return false;
  await trx.deleteFrom('gifts').where('user_id', '=', userId).where('id', '=', id).execute();
  return true;
}
