import { type Coupon, SERVICE_BASES, type UserCoupon } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { ApiProblem, conflict } from '../../kernel/server/errors.ts';
import { type Account, changeAccount } from './accounts.ts';
import type { Billing } from './billing.ts';
import { toSoldProduct } from './catalog.ts';
import type { Discount } from './ledger/decide-order.ts';
import type { LedgerEntry } from './ledger/entries.ts';
import { addPeriods, DAY_MS, type Frequency } from './ledger/periods.ts';
import type { BillingState } from './ledger/reduce.ts';
import { FOR_EVER, lastPeriod, liveSubscription, paidThrough } from './ledger/subscription-status.ts';
import type { BillingTables } from './tables.ts';

type CouponRow = Selectable<BillingTables['coupons']>;
type UserCouponRow = Selectable<BillingTables['user_coupons']>;

const problem = (
  status: number,
  code: 'coupon_unknown' | 'coupon_used' | 'coupon_expired' | 'coupon_new_members' | 'coupon_other_product',
  sentence: string,
) => new ApiProblem(status, code, sentence);
const unknown = () => problem(404, 'coupon_unknown', 'There is no such coupon. Check the code.');
const used = () => problem(409, 'coupon_used', 'This coupon has been used already.');

export const otherProduct = () => problem(409, 'coupon_other_product', 'This coupon is for another plan.');

/** Who has premium for good has no use for more time. @throws ApiProblem 409 */
function checkTimeHelps(state: BillingState): void {
  const live = liveSubscription(state);
  if (live && paidThrough(live) >= FOR_EVER)
    throw conflict('already_premium', 'Premium is open for good here: more time would change nothing.');
}

const normalize = (code: string): string => code.trim().toUpperCase();

export function presentCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    duration_interval: row.duration_interval,
    duration_unit: row.duration_unit,
    percent_off: row.percent_off,
    product_ids: row.product_ids,
    new_members_only: row.new_members_only,
    expires: row.expires_at?.toISOString() ?? null,
    _links: { self: [{ href: `${SERVICE_BASES.billing}/coupons/${row.id}`, id: row.id }] },
  };
}

export function presentUserCoupon(row: UserCouponRow, coupon: CouponRow): UserCoupon {
  return {
    id: row.id,
    user_id: row.user_id,
    coupon_id: row.coupon_id,
    country_code: row.country_code,
    redeemed: row.redeemed,
    granted_datetime: row.granted_at.toISOString(),
    redeemed_datetime: row.redeemed_at?.toISOString() ?? null,
    coupon: presentCoupon(coupon),
    _links: { self: [{ href: `${SERVICE_BASES.billing}/user-coupons/${row.id}`, id: String(row.id) }] },
  };
}

/** @throws ApiProblem 404 */
export async function findCoupon(db: Db | Trx, code: string): Promise<CouponRow> {
  const row = await db.selectFrom('coupons').selectAll().where('id', '=', normalize(code)).executeTakeFirst();
  if (!row) throw unknown();
  return row;
}

/** @throws ApiProblem that says why the coupon does not count for this member now */
export function checkCoupon(
  coupon: CouponRow,
  { state, now, productId }: { state: BillingState; now: number; productId: string | null },
): void {
  const { starts_at, expires_at, new_members_only, product_ids } = coupon;
  if ((starts_at && starts_at.getTime() > now) || (expires_at && expires_at.getTime() <= now))
    throw problem(409, 'coupon_expired', 'This coupon is not valid today.');
  if (new_members_only && state.subscriptions.size > 0)
    throw problem(409, 'coupon_new_members', 'This coupon is for members who have never had premium.');
  if (productId !== null && product_ids.length > 0 && !product_ids.includes(productId)) throw otherProduct();
  if (frequencyOf(coupon)) checkTimeHelps(state);
}

/** Uses that are left; claiming takes one. */
export const isUsedUp = ({ uses, max_uses }: CouponRow): boolean => max_uses !== null && uses >= max_uses;

const findClaim = (db: Db | Trx, userId: number, coupon: string) =>
  db
    .selectFrom('user_coupons')
    .selectAll()
    .where('user_id', '=', userId)
    .where('coupon_id', '=', coupon)
    .executeTakeFirst();

/**
 * Claims a coupon under the member's lock. The last use is claimed by one member, however many ask: the row of the
 * coupon counts it.
 */
export async function claimCoupon(
  { context }: Billing,
  { trx, userId, state, now }: Account,
  { code, productId }: { code: string; productId: string | null },
): Promise<{ claim: UserCouponRow; coupon: CouponRow }> {
  const coupon = await findCoupon(trx, code);
  const before = await findClaim(trx, userId, coupon.id);
  if (before?.redeemed) throw used();
  checkCoupon(coupon, { state, now, productId });
  if (before) return { claim: before, coupon };
  const counted = await trx
    .updateTable('coupons')
    .set((at) => ({ uses: at('uses', '+', 1) }))
    .where('id', '=', coupon.id)
    .where((at) => at.or([at('max_uses', 'is', null), at('uses', '<', at.ref('max_uses'))]))
    .returning('id')
    .executeTakeFirst();
  if (!counted) throw used();
  const claim = await trx
    .insertInto('user_coupons')
    .values({
      user_id: userId,
      id: context.newId(),
      coupon_id: coupon.id,
      country_code: 'US',
      granted_at: new Date(now),
      redeemed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { claim, coupon };
}

const frequencyOf = ({ duration_interval, duration_unit }: CouponRow): Frequency | null =>
  duration_interval && duration_unit ? { interval: duration_interval, unit: duration_unit } : null;

/** What a coupon takes off an order: free time in front of the first payment, or a part of the price. */
export function discountOf(coupon: CouponRow, now: number): Discount {
  const free = frequencyOf(coupon);
  const freeDays = free ? Math.round((addPeriods(now, free) - now) / DAY_MS) : 0;
  return { coupon: coupon.id, percentOff: coupon.percent_off, freeDays };
}

/** Free time at once, without a card: a subscription of its own, or more time of the one that is there. */
export function addFreeTime(
  { context, catalog }: Billing,
  { state, now }: Pick<Account, 'state' | 'now'>,
  given: { free: Frequency; reason: 'coupon' | 'granted'; coupon: string | null; productId: string | null },
): { entries: LedgerEntry[]; subscription: number } {
  checkTimeHelps(state);
  const live = liveSubscription(state);
  const product =
    catalog.products.find(({ id }) => id === given.productId) ??
    catalog.products.find(({ frequency }) => frequency !== null) ??
    catalog.products[0]!;
  const subscription = live?.id ?? context.newId();
  const starts = live ? Math.max(now, paidThrough(live)) : now;
  const entries: LedgerEntry[] = live
    ? []
    : [
        {
          kind: 'subscription_started',
          at: now,
          subscription,
          product: toSoldProduct(product, catalog),
          source: given.reason === 'coupon' ? 'coupon' : 'operator',
          order: null,
          coupon: given.coupon,
          renews: false,
        },
      ];
  entries.push({
    kind: 'period_added',
    at: now,
    subscription,
    period: (live && lastPeriod(live) ? lastPeriod(live)!.n : 0) + 1,
    starts,
    ends: addPeriods(starts, given.free),
    reason: given.reason,
    attempt: null,
    amount: 0,
  });
  return { entries, subscription };
}

/** Redeems a claimed coupon of free time, once. */
export async function redeemClaim(
  billing: Billing,
  userId: number,
  id: number,
): Promise<{ claim: UserCouponRow; coupon: CouponRow }> {
  const { db } = billing.context;
  await changeAccount(billing, userId, async (account) => {
    const { trx, state, now } = account;
    const claim = await trx
      .selectFrom('user_coupons')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!claim) throw unknown();
    // Redeemed before: the same answer again.
    if (claim.redeemed) return [];
    const coupon = await findCoupon(trx, claim.coupon_id);
    const free = frequencyOf(coupon);
    if (!free)
      throw problem(
        409,
        'coupon_other_product',
        'This coupon lowers a price. Enter it when you choose a plan.',
      );
    checkCoupon(coupon, { state, now, productId: null });
    const canceled: LedgerEntry[] = [...state.orders.values()]
      .filter((order) => order.status === 'open' && order.coupon === coupon.id)
      .map((order) => ({ kind: 'order_canceled', at: now, order: order.id }));
    const { entries } = addFreeTime(billing, account, {
      free,
      reason: 'coupon',
      coupon: coupon.id,
      productId: coupon.product_ids[0] ?? null,
    });
    // A subscription that is there carries no coupon: it is marked here.
    if (liveSubscription(state))
      await trx
        .updateTable('user_coupons')
        .set({ redeemed: true, redeemed_at: new Date(now) })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
    return [...canceled, ...entries];
  });
  const claim = await db
    .selectFrom('user_coupons')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { claim, coupon: await findCoupon(db, claim.coupon_id) };
}

/** Takes over the coupons of the configuration; what was used of them stays counted. */
export async function storeConfiguredCoupons({ context: { db, now }, catalog }: Billing): Promise<void> {
  for (const coupon of catalog.coupons) {
    const values = {
      duration_interval: coupon.duration_interval,
      duration_unit: coupon.duration_unit,
      percent_off: coupon.percent_off,
      product_ids: JSON.stringify(coupon.product_ids),
      new_members_only: coupon.new_members_only,
      starts_at: coupon.starts ? new Date(coupon.starts) : null,
      expires_at: coupon.expires ? new Date(coupon.expires) : null,
      max_uses: coupon.max_uses,
    };
    await db
      .insertInto('coupons')
      .values({ id: coupon.id, created_at: now(), ...values })
      .onConflict((on) => on.column('id').doUpdateSet(values))
      .execute();
  }
}
