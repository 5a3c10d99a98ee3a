import { billingCalls } from '@waymark/api-contract';
import { conflict } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { changeAccount, readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import {
  checkCoupon,
  claimCoupon,
  findCoupon,
  isUsedUp,
  presentCoupon,
  presentUserCoupon,
  redeemClaim,
} from './coupons.ts';
import { emptyState } from './ledger/reduce.ts';
import { checkDomain, listAnswer } from './shop-requests.ts';

/** More than anybody types by hand; codes are guessed otherwise. */
const CODES_PER_HOUR = { max: 60, windowSeconds: 3600 };

const couponHandler = route<typeof billingCalls.coupon>({
  call: billingCalls.coupon,
  access: 'anyone',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const coupon = await findCoupon(context.db, params.code);
    const state = caller ? await readState(billingOf(context), caller.userId) : emptyState();
    checkCoupon(coupon, { state, now: context.now().getTime(), productId: null });
    if (isUsedUp(coupon)) throw conflict('coupon_used', 'This coupon has been used already.');
    return presentCoupon(coupon);
  },
});

const userCouponsHandler = route<typeof billingCalls.userCoupons>({
  call: billingCalls.userCoupons,
  access: 'member',
  async handler({ context: { db }, caller, request }) {
    checkDomain(request);
    const claims = await db
      .selectFrom('user_coupons')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id')
      .execute();
    const coupons = await Promise.all(claims.map(({ coupon_id }) => findCoupon(db, coupon_id)));
    return listAnswer(
      'user_coupons',
      claims.map((claim, i) => presentUserCoupon(claim, coupons[i]!)),
      '/user-coupons',
    );
  },
});

const claimCouponHandler = route<typeof billingCalls.claimCoupon>({
  call: billingCalls.claimCoupon,
  access: 'member',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    let claimed: Awaited<ReturnType<typeof claimCoupon>> | undefined;
    await changeAccount(billing, caller!.userId, async (account) => {
      claimed = await claimCoupon(billing, account, { code: body.coupon_id, productId: null });
      return [];
    });
    return presentUserCoupon(claimed!.claim, claimed!.coupon);
  },
});

const checkCouponHandler = route<typeof billingCalls.checkCoupon>({
  call: billingCalls.checkCoupon,
  access: 'member',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const coupon = await findCoupon(context.db, body.coupon_id);
    const state = await readState(billingOf(context), caller!.userId);
    checkCoupon(coupon, { state, now: context.now().getTime(), productId: body.product_id ?? null });
    const claim = await context.db
      .selectFrom('user_coupons')
      .select('redeemed')
      .where('user_id', '=', caller!.userId)
      .where('coupon_id', '=', coupon.id)
      .executeTakeFirst();
    if (claim ? claim.redeemed : isUsedUp(coupon))
      throw conflict('coupon_used', 'This coupon has been used already.');
    return { grantable: true as const, coupon: presentCoupon(coupon) };
  },
});

const redeemCouponHandler = route<typeof billingCalls.redeemCoupon>({
  call: billingCalls.redeemCoupon,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const { claim, coupon } = await redeemClaim(billingOf(context), caller!.userId, params.id);
    return presentUserCoupon(claim, coupon);
  },
});

export const couponRoutes = [
  couponHandler,
  userCouponsHandler,
  claimCouponHandler,
  checkCouponHandler,
  redeemCouponHandler,
];
