import type { User } from '@waymark/api-contract';
import { accessTo, redirectFor } from './guard.ts';
import type { Session } from './session.ts';

const OUT: Session = {
  status: 'signed-out',
  userId: null,
  authorized: false,
  user: null,
  premium: null,
  blockedBy: null,
  refreshing: false,
  userError: false,
};
const IN: Session = { ...OUT, status: 'signed-in', userId: 7, authorized: true, user: { id: 7 } as User };
const FREE: Session = { ...IN, premium: { is_ad_free: false, days_remaining: 0 } };
const PREMIUM: Session = { ...IN, premium: { is_ad_free: true, days_remaining: -1 } };

it.each([
  ['a visitor', OUT, 'allowed', 'login', 'login'],
  ['somebody who is not known yet', { ...OUT, status: 'loading' }, 'allowed', 'unknown', 'unknown'],
  ['a user id without the auth flag', { ...IN, authorized: false }, 'allowed', 'login', 'login'],
  ['a member whose premium is not known', IN, 'allowed', 'allowed', 'unknown'],
  ['a member without premium', FREE, 'allowed', 'allowed', 'checkout'],
  ['a premium member', PREMIUM, 'allowed', 'allowed', 'allowed'],
] as const)('[SESS-04] [SESS-05] %s: none, login, premium', (_, session, none, login, premium) => {
  const found = (['none', 'login', 'premium'] as const).map((guard) => accessTo(guard, session as Session));
  expect(found).toEqual([none, login, premium]);
});

it('[SESS-04] who is refused goes to the login page with the way back, or to the checkout', () => {
  expect(redirectFor('login', '/workout/create/?from=mail')).toBe(
    '/auth/login/?next=%2Fworkout%2Fcreate%2F%3Ffrom%3Dmail',
  );
  expect(redirectFor('checkout', '/premium/stats')).toBe('/premium/checkout');
  expect(redirectFor('allowed', '/')).toBeNull();
  expect(redirectFor('unknown', '/dashboard')).toBeNull();
});
