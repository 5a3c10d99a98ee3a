import { createApp } from '../app/app.ts';
import { parsePlace } from '../app/place.ts';
import { LOADING, SIGNED_OUT, signedInAs } from '../app/session-state.ts';
import { ADA, bootOf, remote } from '../testing/fixtures.tsx';
import { accessAt, guardPages } from './guard.ts';

function open(address: string, session = LOADING) {
  const guarded = remote('mfe-workouts', ['/dashboard', '/gold']);
  guarded.pages[0]!.guard = 'login';
  guarded.pages[1]!.guard = 'premium';
  const app = createApp(
    bootOf({
      remotes: [guarded, remote('mfe-auth', ['/auth/login']), remote('mfe-premium', ['/premium/checkout'])],
    }),
    address,
  );
  app.session.set(session);
  const navigated: string[] = [];
  app.links.navigate = (to) => {
    navigated.push(to);
    app.place.set({ path: to.split('?')[0]!, search: to.includes('?') ? `?${to.split('?')[1]}` : '' });
  };
  guardPages(app);
  return { app, navigated };
}

it('[SESS-04] a visitor is sent to the login page with the way back, as the page opens and as they move on', () => {
  expect(open('/dashboard?month=2026-11', SIGNED_OUT).navigated).toEqual([
    '/auth/login/?next=%2Fdashboard%3Fmonth%3D2026-11',
  ]);
  const { app, navigated } = open('/', SIGNED_OUT);
  expect(navigated).toEqual([]);
  app.place.set({ path: '/dashboard', search: '' });
  expect(navigated).toEqual(['/auth/login/?next=%2Fdashboard']);
});

it('[SESS-04] nobody is sent anywhere while the session is not known; a member stays until it ends', () => {
  const { app, navigated } = open('/dashboard');
  expect([accessAt(app, '/dashboard'), navigated]).toEqual(['unknown', []]);
  app.session.set(signedInAs(ADA, null));
  expect([accessAt(app, '/dashboard'), navigated]).toEqual(['allowed', []]);
  app.session.set(SIGNED_OUT);
  expect(navigated).toEqual(['/auth/login/?next=%2Fdashboard']);
});

it('[SESS-04] [SESS-05] a member without premium goes to the checkout, a premium member sees the page', () => {
  const { app, navigated } = open('/gold', signedInAs(ADA, { is_ad_free: true, days_remaining: -1 }));
  expect([accessAt(app, '/gold'), navigated]).toEqual(['allowed', []]);
  app.session.set(signedInAs(ADA, { is_ad_free: false, days_remaining: 0 }));
  expect(navigated).toEqual(['/premium/checkout']);
});

function openBlocked(address: string, blockedBy: 'consents' | 'deletion') {
  const account = remote('mfe-account', ['/account/*', '/answer', '/leave', '/take-along', '/public']);
  const [any, answer, leave, takeAlong] = account.pages;
  for (const page of [any!, answer!, leave!, takeAlong!]) page.guard = 'login';
  answer!.resolves = 'consents';
  leave!.resolves = 'deletion';
  takeAlong!.openWhileBlocked = true;
  const app = createApp(bootOf({ remotes: [account] }), address);
  app.session.set(signedInAs(ADA, null, blockedBy));
  const navigated: string[] = [];
  app.links.navigate = (to) => navigated.push(to);
  guardPages(app);
  return { app, navigated };
}

it('[PRIV-05] while consents wait for an answer, pages with a guard lead to the page that takes it', () => {
  const { app, navigated } = openBlocked('/account/gear?a=1', 'consents');
  expect(navigated).toEqual(['/answer?next=%2Faccount%2Fgear%3Fa%3D1']);
  expect(accessAt(app, '/account/gear')).toBe('blocked');
  for (const open of ['/answer', '/take-along', '/public']) expect(accessAt(app, open)).toBe('allowed');
  app.session.set(signedInAs(ADA, null));
  expect(accessAt(app, '/account/gear')).toBe('allowed');
});

it('[PRIV-05] pages for apps lead to the form for apps, those of the site to the site’s', () => {
  const account = remote('mfe-account', ['/answer', '/mobile/answer', '/stats', '/mobile/stats']);
  const [answer, mobileAnswer, stats, mobileStats] = account.pages;
  for (const page of [answer!, mobileAnswer!]) page.resolves = 'consents';
  for (const page of [stats!, mobileStats!]) page.guard = 'login';
  const app = createApp(bootOf({ remotes: [account] }), '/mobile/stats');
  app.session.set(signedInAs(ADA, null, 'consents'));
  const navigated: string[] = [];
  app.links.navigate = (to) => navigated.push(to);
  guardPages(app);
  app.place.set(parsePlace('/stats'));
  expect(navigated).toEqual(['/mobile/answer?next=%2Fmobile%2Fstats', '/answer?next=%2Fstats']);
  expect(accessAt(app, '/mobile/answer')).toBe('allowed');
});

it('[ACCT-04] an account in its grace period leads to the page that can keep it', () => {
  const { app, navigated } = openBlocked('/answer', 'deletion');
  expect(navigated).toEqual(['/leave?next=%2Fanswer']);
  expect(accessAt(app, '/leave')).toBe('allowed');
});

it('[PRIV-05] without a page that resolves it nobody is kept out', () => {
  const only = remote('mfe-workouts', ['/dashboard']);
  only.pages[0]!.guard = 'login';
  const app = createApp(bootOf({ remotes: [only] }), '/dashboard');
  app.session.set(signedInAs(ADA, null, 'consents'));
  expect(accessAt(app, '/dashboard')).toBe('allowed');
});
