import type { ScriptPolicy } from '@waymark/contract/early';
import { createApp } from '../app/app.ts';
import { bootOf, remote, SETTINGS } from '../testing/fixtures.tsx';
import { staysHere } from './go.ts';
import { keepPaymentPagesApart } from './payment-page.ts';

const policies = new Map<string, ScriptPolicy>();
beforeEach(() => {
  policies.clear();
  window.trustedTypes = {
    createPolicy(name, rules) {
      policies.set(name, rules);
      return rules;
    },
  };
});
afterEach(() => void delete window.trustedTypes);

function open(path: string, provider: 'stripe' | 'local') {
  const premium = remote('mfe-premium', ['/premium/checkout', '/premium/membership', '/mvp']);
  premium.pages[0]!.payment = true;
  premium.pages[1]!.payment = true;
  const boot = bootOf({
    settings: { ...SETTINGS, paymentConfig: { provider } },
    remotes: [premium, remote('mfe-workouts', ['/dashboard'])],
  });
  const app = createApp(boot, path);
  app.links.navigate = () => {};
  const reload = jest.fn();
  keepPaymentPagesApart(app, reload);
  return { app, reload, stays: (to: string) => staysHere(app, to) };
}

it('[PREM-02] with Stripe a payment page has a document of its own, entered and left by loading one', () => {
  const before = open('/dashboard', 'stripe');
  expect(['/mvp', '/', '/premium/checkout'].map(before.stays)).toEqual([true, true, false]);
  before.app.place.set({ path: '/mvp', search: '' });
  expect(before.reload).not.toHaveBeenCalled();
  before.app.place.set({ path: '/premium/checkout', search: '?product=x' });
  expect(before.reload).toHaveBeenCalledTimes(1);
  const within = open('/premium/checkout', 'stripe');
  expect(['/premium/membership', '/mvp', '/dashboard'].map(within.stays)).toEqual([true, false, false]);
  within.app.place.set({ path: '/premium/membership', search: '' });
  expect(within.reload).not.toHaveBeenCalled();
  within.app.place.set({ path: '/dashboard', search: '' });
  expect(within.reload).toHaveBeenCalledTimes(1);
});

it('[AUTH-05] a page that asks a captcha is entered by loading its document, which names the captcha; none is, where there is no captcha', () => {
  const captcha = { siteKey: 'key', scriptUrl: 'https://captcha.example/api.js' };
  const openHelp = (path: string, configured: typeof captcha | null) => {
    const account = remote('mfe-account-privacy', ['/help', '/dashboard']);
    account.pages[0]!.captcha = true;
    const boot = bootOf({ settings: { ...SETTINGS, captcha: configured }, remotes: [account] });
    const app = createApp(boot, path);
    app.links.navigate = () => {};
    return (to: string) => staysHere(app, to);
  };
  expect(openHelp('/dashboard', captcha)('/help')).toBe(false);
  expect(openHelp('/help', captcha)('/dashboard')).toBe(true);
  expect(openHelp('/help', captcha)('/help')).toBe(true);
  expect(openHelp('/dashboard', null)('/help')).toBe(true);
});

it('[PREM-02] with the local provider payment pages are pages like others', () => {
  const { app, reload, stays } = open('/dashboard', 'local');
  expect(stays('/premium/checkout')).toBe(true);
  app.place.set({ path: '/premium/checkout', search: '' });
  expect(reload).not.toHaveBeenCalled();
  open('/premium/checkout', 'local');
  expect([...policies.keys()]).toEqual([]);
});

it('[PREM-02] [PLAT-15] plain addresses of scripts pass on Stripe’s pages only, and only Stripe’s', () => {
  open('/mvp', 'stripe');
  expect([...policies.keys()]).toEqual([]);
  open('/premium/checkout', 'stripe');
  const createScriptURL = (url: string) => policies.get('default')!.createScriptURL(url);
  expect(createScriptURL('https://js.stripe.com/endive/stripe.js')).toBe(
    'https://js.stripe.com/endive/stripe.js',
  );
  for (const url of [
    'https://evil.test/x.js',
    'https://js.stripe.com.evil.test/',
    '/assets/x.js',
    'data:text/javascript,1',
  ])
    expect(() => createScriptURL(url)).toThrow(TypeError);
});
