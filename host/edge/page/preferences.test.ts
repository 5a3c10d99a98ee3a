import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestEdge } from '../testing/edge.ts';
import { localeOf, themeOf, visitorOf } from './preferences.ts';

test('a theme that was chosen is in the page from the first byte; none follows the system', async (t) => {
  const { get } = await startTestEdge(t);
  const tag = async (cookie: string) => /<html [^>]*>/.exec(await (await get('/', { cookie })).text())?.[0];
  assert.equal(await tag('wm_theme=dark'), '<html lang="en-us" data-theme="dark">');
  assert.equal(await tag('wm_theme=system'), '<html lang="en-us">');
  assert.equal(themeOf({ wm_theme: '"><script>' }), null);
});

test('the language is the chosen one, else the best that the browser asks for, else the first', () => {
  const there = ['en-us', 'de-de', 'pseudo'];
  for (const [cookies, asked, locale] of [
    [{}, undefined, 'en-us'],
    [{}, 'de', 'de-de'],
    [{}, 'fr, de;q=0.5, en;q=0.8', 'en-us'],
    [{}, 'de;q=0', 'en-us'],
    [{ wm_locale: 'pseudo' }, 'de', 'pseudo'],
    [{ wm_locale: 'xx' }, 'de-AT', 'de-de'],
  ] as const)
    assert.equal(localeOf(cookies, asked, there), locale, `${JSON.stringify(cookies)} ${asked}`);
  assert.equal(localeOf({ wm_locale: 'pseudo' }, undefined, ['en-us']), 'en-us');
});

test('a visitor’s id is kept, and one that was forged is replaced', () => {
  const { id, setCookie } = visitorOf({}, true);
  assert.match(setCookie ?? '', /; Secure$/);
  assert.deepEqual(visitorOf({ wm_visitor: id }, true), { id, setCookie: null });
  assert.notEqual(visitorOf({ wm_visitor: 'x' }, false).id, 'x');
});
