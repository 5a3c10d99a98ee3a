import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const LandingPage = lazy(() => import(/* webpackChunkName: "landing" */ './landing/landing-page.tsx'));
const ToMembership = lazy(
  () => import(/* webpackChunkName: "to-membership" */ './membership/to-membership.tsx'),
);
const MembershipPage = lazy(
  () => import(/* webpackChunkName: "membership" */ './membership/membership-page.tsx'),
);
const CheckoutPage = lazy(() => import(/* webpackChunkName: "checkout" */ './checkout/checkout-page.tsx'));
const PaymentPage = lazy(() => import(/* webpackChunkName: "payment" */ './checkout/payment-page.tsx'));
const ReceiptPage = lazy(() => import(/* webpackChunkName: "receipt" */ './receipt/receipt-page.tsx'));
const CouponPage = lazy(() => import(/* webpackChunkName: "coupon" */ './coupon/coupon-page.tsx'));
const GiftPage = lazy(() => import(/* webpackChunkName: "gift" */ './gift/gift-page.tsx'));
const GiftCardPage = lazy(() => import(/* webpackChunkName: "gift-card" */ './gift/gift-card-page.tsx'));
const OperatorPage = lazy(() => import(/* webpackChunkName: "operator" */ './operator/operator-page.tsx'));
const PromoPage = lazy(() => import(/* webpackChunkName: "promo" */ './coupon/promo-page.tsx'));
const PartnerPromo = lazy(() => import(/* webpackChunkName: "partner-promo" */ './coupon/partner-promo.tsx'));

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  landing: <LandingPage />,
  'to-membership': <ToMembership />,
  membership: <MembershipPage />,
  checkout: <CheckoutPage />,
  payment: <PaymentPage />,
  receipt: <ReceiptPage />,
  coupon: <CouponPage />,
  gift: <GiftPage />,
  'gift-card': <GiftCardPage />,
  operator: <OperatorPage />,
  promo: <PromoPage />,
  'partner-promo': <PartnerPromo />,
};
