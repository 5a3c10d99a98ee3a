import type { Endpoints } from './endpoint.ts';

export const billingEndpoints = {
  profiles: { service: 'billing', method: 'GET', path: '/billing-profiles', reads: ['billing'] },
  addProfile: { service: 'billing', method: 'POST', path: '/billing-profiles', changes: ['billing'] },
  updateProfile: { service: 'billing', method: 'PATCH', path: '/billing-profiles/:id', changes: ['billing'] },
  removeProfile: {
    service: 'billing',
    method: 'DELETE',
    path: '/billing-profiles/:id',
    changes: ['billing'],
  },
  subscriptions: { service: 'billing', method: 'GET', path: '/paid-subscriptions', reads: ['premium'] },
  subscribe: {
    service: 'billing',
    method: 'POST',
    path: '/paid-subscriptions',
    changes: ['premium', 'billing'],
  },
  updateSubscription: {
    service: 'billing',
    method: 'PATCH',
    path: '/paid-subscriptions/:id',
    changes: ['premium'],
  },
  products: { service: 'billing', method: 'GET', path: '/products', reads: ['premium'] },
  product: { service: 'billing', method: 'GET', path: '/products/:id', reads: ['premium'] },
  coupon: { service: 'billing', method: 'GET', path: '/coupons/:code' },
  userCoupons: { service: 'billing', method: 'GET', path: '/user-coupons', reads: ['billing'] },
  claimCoupon: { service: 'billing', method: 'POST', path: '/user-coupons', changes: ['billing'] },
  checkCoupon: { service: 'billing', method: 'POST', path: '/user-coupons/grantable' },
  redeemCoupon: {
    service: 'billing',
    method: 'PATCH',
    path: '/user-coupons/:id',
    changes: ['premium', 'billing'],
  },
  receipts: { service: 'billing', method: 'GET', path: '/receipts', reads: ['billing'] },
  receipt: { service: 'billing', method: 'GET', path: '/receipts/:id', reads: ['billing'] },
  receiptPdf: { service: 'billing', method: 'GET', path: '/receipts/:id/pdf', answer: 'file' },
  gifts: { service: 'billing', method: 'GET', path: '/gifts', reads: ['billing'] },
  mailGift: { service: 'billing', method: 'POST', path: '/gifts/:id/mails', changes: ['billing'] },
  returnGift: { service: 'billing', method: 'POST', path: '/gifts/:id/return', changes: ['billing'] },
} as const satisfies Endpoints;

export const checkoutEndpoints = {
  paymentIntent: {
    service: 'checkout',
    method: 'GET',
    path: '/paymentIntent/:domain/:id',
    reads: ['billing'],
  },
  createPaymentIntent: { service: 'checkout', method: 'POST', path: '/paymentIntent', changes: ['billing'] },
  addCard: { service: 'checkout', method: 'POST', path: '/addCard', changes: ['billing'] },
  prepareToCapture: {
    service: 'checkout',
    method: 'POST',
    path: '/prepareToCapture',
    changes: ['premium', 'billing'],
  },
  completeTransaction: {
    service: 'checkout',
    method: 'POST',
    path: '/completeTransaction',
    changes: ['premium', 'billing'],
  },
} as const satisfies Endpoints;

export const billingOperatorEndpoints = {
  actions: { service: 'billing', method: 'GET', path: '/operator/actions', reads: ['billing'] },
  giveGift: { service: 'billing', method: 'POST', path: '/operator/members/:id/gifts', changes: ['billing'] },
  withdrawGift: {
    service: 'billing',
    method: 'POST',
    path: '/operator/members/:id/gifts/withdrawals',
    changes: ['billing'],
  },
  member: { service: 'billing', method: 'GET', path: '/operator/members', reads: ['billing'] },
  ledger: { service: 'billing', method: 'GET', path: '/operator/members/:id/ledger', reads: ['billing'] },
  refund: { service: 'billing', method: 'POST', path: '/operator/members/:id/refunds', changes: ['billing'] },
  grantDays: { service: 'billing', method: 'POST', path: '/operator/members/:id/days', changes: ['billing'] },
} as const satisfies Endpoints;
