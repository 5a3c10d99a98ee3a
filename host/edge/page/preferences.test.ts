import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestEdge } from '../testing/edge.ts';
import { canaryShareOf, localeOf, themeOf } from './preferences.ts';

test('a theme that was chosen is in the page from the first byte; none follows the system', async (t) => {
  const { get } = await startTestEdge(t);
  const tag = async (cookie: string) => /<html [^>]*>/.exec(await (await get('/', { cookie })).text())?.[0];
  assert.equal(await tag('wm_theme=dark'), '<html lang="en-us" data-theme="dark">');
  assert.equal(await tag('wm_theme=system'), '<html lang="en-us">');
  assert.equal(themeOf({ wm_theme: '"><script>' }), null);
});

const languageOf = (
  cookies: Record<string, string>,
  acceptLanguage?: string,
  { available = ['en-us', 'en-gb', 'de-de', 'pseudo'], siteLanguage = 'en-us', memberLanguage = '' } = {},
) =>
  localeOf({
    cookies,
    acceptLanguage,
    available,
    siteLanguage,
    memberLanguage: memberLanguage || undefined,
  });

test('[HOST-21] the language is the chosen one, else the best that the browser asks for, else that of the site', () => {
  for (const [cookies, asked, locale] of [
    [{}, undefined, 'en-us'],
    [{}, 'de', 'de-de'],
    [{}, 'en-GB,en;q=0.9', 'en-gb'],
    [{}, 'fr, de;q=0.5, en;q=0.8', 'en-us'],
    [{}, 'de;q=0', 'en-us'],
    [{ wm_locale: 'pseudo' }, 'de', 'pseudo'],
    [{ wm_locale: 'xx' }, 'de-AT', 'de-de'],
  ] as const)
    assert.equal(languageOf(cookies, asked), locale, `${JSON.stringify(cookies)} ${asked}`);
  assert.equal(languageOf({ wm_locale: 'pseudo' }, undefined, { available: ['en-us'] }), 'en-us');
  for (const asked of [undefined, 'en', 'fr'])
    assert.equal(languageOf({}, asked, { siteLanguage: 'en-gb' }), 'en-gb', asked);
});

test('[ACCT-02] the language of a member’s settings comes before cookie and browser, where there is such a one', () => {
  assert.equal(languageOf({ wm_locale: 'de-de' }, 'de', { memberLanguage: 'en-GB' }), 'en-gb');
  assert.equal(languageOf({}, 'de', { memberLanguage: 'fr' }), 'de-de');
  assert.equal(languageOf({ wm_locale: 'pseudo' }, 'de', { memberLanguage: 'en-gb' }), 'pseudo');
});

test('[PRIV-02] a share of visitors is set only while a canary runs; the lasting id of earlier versions is removed', () => {
  const canary = { hasCanary: true, secure: true };
  const { share, setCookies } = canaryShareOf({}, canary);
  assert.deepEqual(setCookies, [`wm_canary=${share}; Path=/; HttpOnly; SameSite=Lax; Secure`]);
  assert.deepEqual(canaryShareOf({ wm_canary: String(share) }, canary), { share, setCookies: [] });
  assert.equal(canaryShareOf({ wm_canary: 'forged' }, canary).setCookies.length, 1);
  const none = { hasCanary: false, secure: false };
  assert.deepEqual(canaryShareOf({}, none), { share: null, setCookies: [] });
  assert.deepEqual(canaryShareOf({ wm_visitor: 'a-lasting-id-of-a-year' }, none).setCookies, [
    'wm_visitor=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});
