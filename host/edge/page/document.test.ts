import assert from 'node:assert/strict';
import test from 'node:test';
import { renderDocument } from './document.ts';
import { FALLBACK_SETTINGS } from './fallback-settings.ts';

const given = { locale: 'en-us', userId: 7, system: null, country: null, services: {} };
const htmlWith = (ahead: boolean) =>
  renderDocument({
    boot: {
      settings: FALLBACK_SETTINGS,
      session: null,
      locale: 'en-us',
      remotes: [],
      page: {
        status: 200,
        remote: 'mfe-trails',
        layout: { wide: false, reduced: false, header: true, footer: true },
      },
      release: '1',
    },
    assets: {
      main: ['main.js'],
      home: ['home.js'],
      fed: [],
      inlineCss: '',
      fonts: [],
      integrity: {},
      hash: 'a',
    },
    nonce: 'n',
    theme: null,
    shell: '',
    inline: { calls: [], preloads: [] },
    early: { src: '/remotes/mfe-trails/1/trail.js', integrity: 'sha256-t', ahead, given },
  });
const tagOf = (html: string, src: string) =>
  (html.match(/<script\b[^>]*>/g) ?? []).find((tag) => tag.includes(`src="${src}"`)) ?? null;

test('[PLAT-14] what runs ahead of the application is deferred and has the line for itself; a first view waits for no other script', () => {
  const [ahead, view] = [htmlWith(true), htmlWith(false)];
  const tag = tagOf(ahead, '/remotes/mfe-trails/1/trail.js');
  assert.match(
    tag ?? '',
    /<script defer id="ahead" fetchpriority="high" nonce="n" crossorigin .*integrity="sha256-t"/,
  );
  assert.equal(tagOf(ahead, '/assets/main.js'), null);
  assert.match(tagOf(view, '/remotes/mfe-trails/1/trail.js') ?? '', /<script async nonce="n" crossorigin/);
  assert.match(tagOf(view, '/assets/main.js') ?? '', /<script defer/);
});
