import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import type { SessionResponse } from '@waymark/api-contract';
import type { PageGlobals } from '@waymark/contract/early';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import type { PublishedManifest, ResolvedRemote } from '@waymark/contract/manifest';
import { page } from '../testing/fixtures.ts';
import { earlyScriptFor } from './early.ts';
import type { FoundPage } from './find-page.ts';
import { inlineScript } from './inline-script.ts';

const CALL = '/services/main/v7.1/trail/42/';
const SERVICES = { main: '/services/main/v7.1' };
const USER = { id: 7, display_measurement_system: 'metric' };
const SESSION = { authToken: 'token', user: USER } as SessionResponse;
const MANIFEST = {
  early: { 'trail/early': 'trail-early.1a2b3c4d.js' },
  files: [{ path: 'trail-early.1a2b3c4d.js', bytes: 1, integrity: 'sha256-x' }],
} as unknown as PublishedManifest;
const found = (given = {}, remote: object = {}): FoundPage => {
  const shown = page('/trails/:trailId', {
    early: 'trail/early',
    firstCalls: ['/services/main/v7.1/trail/:trailId/'],
    ...given,
  });
  const resolved = { base: '/remotes/mfe-trails/1/', contract: CONTRACT_VERSION, ...remote };
  return {
    status: 200,
    layout: shown.layout,
    page: shown,
    remote: resolved as ResolvedRemote,
    params: { trailId: '42' },
  };
};
const forPage = (
  one: FoundPage,
  session: SessionResponse | null = SESSION,
  manifest = MANIFEST,
  locale = 'en-us',
) =>
  earlyScriptFor(one, manifest, session, locale, {
    country: 'US',
    appConfig: { services: SERVICES },
  });

test('[PLAT-15] a member’s page names the script of its early view with its hash', () => {
  assert.deepEqual(forPage(found()), {
    src: '/remotes/mfe-trails/1/trail-early.1a2b3c4d.js',
    integrity: 'sha256-x',
    ahead: false,
    given: { locale: 'en-us', userId: 7, system: 'metric', country: 'US', services: SERVICES },
  });
});

test('where there is no answer to draw, or it is for the page to say who may see it, there is no early view', () => {
  const signedOut = { authToken: null, user: null } as SessionResponse;
  assert.equal(forPage(found(), signedOut), undefined);
  assert.equal(forPage(found(), null), undefined);
  assert.equal(forPage(found({ firstCalls: [] })), undefined);
  assert.equal(forPage(found({ early: undefined })), undefined);
  assert.equal(forPage(found({}, { contract: '99.0.0' })), undefined);
  assert.equal(forPage(found(), SESSION, { ...MANIFEST, early: {} }), undefined);
  assert.equal(forPage(found(), SESSION, MANIFEST, 'pseudo'), undefined);
});

test('[ROUTE-10] [PLAT-14] a page that can be used ahead of the application gets the script of its map library, without a call', () => {
  const variants = {
    rollout: 'drawing',
    default: 'openlayers',
    options: { openlayers: { ahead: 'trail/ol' }, maplibre: { ahead: 'trail/gl' } },
  };
  const manifest = {
    early: { 'trail/ol': 'ol.js', 'trail/gl': 'gl.js' },
    files: ['ol.js', 'gl.js'].map((path) => ({ path, bytes: 1, integrity: `sha256-${path}` })),
  } as unknown as PublishedManifest;
  const one = found({ early: undefined, firstCalls: [], variants });
  const script = (variant?: string) =>
    forPage(
      one,
      { ...SESSION, rollouts: variant ? [{ rollout_name: 'drawing', variant_name: variant }] : [] },
      manifest,
    );
  assert.equal(script()?.src, '/remotes/mfe-trails/1/ol.js');
  assert.equal(script('maplibre')?.src, '/remotes/mfe-trails/1/gl.js');
  assert.equal(script('maplibre')?.ahead, true);
});

/** Runs the inline script as a page does. */
async function start(session: object, answer: Response) {
  const asked: string[] = [];
  const authorized: (string | undefined)[] = [];
  const window: { waymark?: PageGlobals } = {};
  const document = {
    documentElement: { dataset: {} },
    currentScript: { nonce: 'n' },
    getElementById: () => ({ textContent: JSON.stringify({ session }) }),
  };
  const fetch = (url: string, options: { headers: Record<string, string> }) => {
    asked.push(url);
    authorized.push(options.headers.authorization);
    return Promise.resolve(answer);
  };
  const early = { locale: 'en-us', userId: 7, system: null, country: null, services: SERVICES };
  const source = inlineScript({ calls: [CALL], preloads: [], after: undefined, early });
  vm.runInNewContext(source, {
    window,
    document,
    localStorage: { getItem: () => null },
    fetch,
    Response,
    JSON,
    Promise,
  });
  return { asked, authorized, view: window.waymark?.earlyView, calls: window.waymark?.startedCalls };
}

test('one answer serves the early view and the application', async () => {
  const { asked, view, calls } = await start(SESSION, Response.json({ name: 'Trail' }));
  assert.deepEqual(asked, [CALL]);
  assert.deepEqual(await view?.answer, { name: 'Trail' });
  const answer = (await calls?.[CALL])!;
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { name: 'Trail' });
});

test('the early view can ask for more as the member, whatever the shell has taken out of the page', async () => {
  const { asked, authorized, view } = await start(SESSION, Response.json({}));
  await view?.ask('/services/main/v7.1/columns/7/');
  assert.deepEqual(asked, [CALL, '/services/main/v7.1/columns/7/']);
  assert.deepEqual(authorized, ['Bearer token', 'Bearer token']);
});

test('an error is no answer for the early view, and the application gets it whole', async () => {
  const { view, calls } = await start(SESSION, Response.json({ message: 'gone' }, { status: 404 }));
  assert.equal(await view?.answer, null);
  const answer = (await calls?.[CALL])!;
  assert.equal(answer.status, 404);
  assert.deepEqual(await answer.json(), { message: 'gone' });
});

/** A page whose shell waits for the script ahead of it. */
function holding(session: object = SESSION) {
  const listeners: Record<string, (event: { target: { id: string } }) => void> = {};
  const later: [work: () => void, ms: number][] = [];
  const added: { src: string; async: boolean }[] = [];
  const window: { waymark?: PageGlobals } = {};
  const document = {
    documentElement: { dataset: {} },
    currentScript: { nonce: 'n' },
    getElementById: () => ({ textContent: JSON.stringify({ session }) }),
    addEventListener: (type: string, listener: () => void) => void (listeners[type] = listener),
    createElement: () => ({}),
    head: { append: (script: { src: string; async: boolean }) => void added.push(script) },
  };
  const held = [{ src: '/assets/react.js' }, { src: '/assets/main.js', integrity: 'sha256-m' }];
  const early = { locale: 'en-us', userId: 7, system: null, country: null, services: SERVICES };
  vm.runInNewContext(inlineScript({ calls: [], preloads: [], after: '/assets/main.js', early, held }), {
    window,
    document,
    localStorage: { getItem: () => null },
    setTimeout: (work: () => void, ms: number) => void later.push([work, ms]),
    location: { href: 'https://waymark.test/', origin: 'https://waymark.test' },
    URL,
    JSON,
    Promise,
  });
  const happen = (type: string) => listeners[type]?.({ target: { id: 'ahead' } });
  return { window, added, happen, later, sources: () => added.map(({ src }) => src) };
}
const BOTH = ['/assets/react.js', '/assets/main.js'];

test('[PLAT-14] the shell’s scripts come when what runs ahead of them is done, in their order and once', async () => {
  const { window, added, happen, later, sources } = holding();
  assert.deepEqual(sources(), []);
  happen('load');
  window.waymark!.earlyView!.end(Promise.resolve());
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(sources(), BOTH);
  assert.ok(added.every((script) => !script.async));
  for (const [work] of later) work();
  assert.deepEqual(sources(), BOTH);
});

test('[PLAT-15] what runs ahead of the application gets scripts of the site alone', () => {
  const { window } = holding();
  const { policy } = window.waymark!.loader!;
  assert.equal(policy.createScriptURL('https://waymark.test/worker.mjs'), 'https://waymark.test/worker.mjs');
  assert.throws(() => policy.createScriptURL('https://elsewhere.test/worker.mjs'), /elsewhere/);
});

test('[PLAT-07] the shell’s scripts come without what runs ahead of them: refused, broken, slow or never there', async () => {
  const refused = holding();
  refused.happen('error');
  assert.deepEqual(refused.sources(), BOTH);
  const broken = holding();
  broken.happen('load');
  broken.window.waymark!.earlyView!.end(Promise.reject(new Error('No map.')));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(broken.sources(), BOTH);
  const slow = holding();
  slow.happen('load');
  slow.later.at(-1)![0]();
  assert.deepEqual(slow.sources(), BOTH);
  const never = holding();
  never.later[0]![0]();
  assert.deepEqual(never.sources(), BOTH);
});

test('without a token nothing is asked and nothing drawn', async () => {
  const { asked, view } = await start({ authToken: null }, Response.json({}));
  assert.deepEqual(asked, []);
  assert.equal(view, undefined);
});
