import assert from 'node:assert/strict';
import test from 'node:test';
import { COOKIE, SETTINGS, startTestEdge } from '../testing/edge.ts';
import { builtRemote, page } from '../testing/fixtures.ts';

const nonceOf = (answer: Response) =>
  /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';

test('[PLAT-15] scripts need the page’s nonce, which no other page has', async (t) => {
  const { get } = await startTestEdge(t);
  const [one, two] = await Promise.all([get('/'), get('/')]);
  assert.ok(nonceOf(one).length >= 22);
  assert.notEqual(nonceOf(one), nonceOf(two));
  const policy = one.headers.get('content-security-policy') ?? '';
  assert.doesNotMatch(policy, /unsafe-/);
  for (const part of [
    "'strict-dynamic'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types waymark-host waymark-loader waymark-page',
  ])
    assert.ok(policy.includes(part), part);
  const html = await one.text();
  const tags = html.match(/<(script|style)\b[^>]*>/g) ?? [];
  assert.equal(tags.length, 7);
  for (const tag of tags)
    assert.ok(tag.includes(`nonce="${nonceOf(one)}"`) || tag.includes('application/json'), tag);
});

test('[PLAT-14] only the home page loads the script of the home page', async (t) => {
  const { get } = await startTestEdge(t);
  const scriptsOf = async (path: string) =>
    [...(await (await get(path)).text()).matchAll(/<script defer [^>]*src="([^"]+)"/g)].map(([, src]) => src);
  const [home, none] = await Promise.all([scriptsOf('/'), scriptsOf('/nowhere')]);
  assert.deepEqual(home, ['/assets/home.2a3b4c5d.js', ...none]);
  assert.equal(none.length, 2);
});

test('[PLAT-15] the host’s scripts carry their hash, and preloads those of the remote’s', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const { dist, manifest } = await builtRemote(folder);
  const { version } = await platform.deploy(dist, { by: 'Robin' });
  const html = await (await get('/trails/42')).text();
  assert.match(html, /<script defer nonce="[^"]+" src="\/assets\/main\.1a2b3c4d\.js" integrity="sha256-/);
  const { preloads, after } = JSON.parse(/\}\)\((\{"calls".*\})\)<\/script>/.exec(html)?.[1] ?? '') as {
    preloads: unknown;
    after: string;
  };
  assert.equal(after, '/assets/main.1a2b3c4d.js');
  const [entry, chunk] = manifest.files;
  const base = `/remotes/mfe-trails/${version}/`;
  assert.deepEqual(preloads, [
    { href: '/assets/fed.2a2b3c4d.js' },
    { href: base + entry?.path, integrity: entry?.integrity },
    { href: base + chunk?.path, integrity: chunk?.integrity },
  ]);
  assert.match(await (await get('/')).text(), /"preloads":\[\]/);
});

test('[PLAT-06] nothing of a remote for another contract is fetched ahead; the page names what it was built for', async (t) => {
  const { folder, get } = await startTestEdge(t);
  const { openPlatform } = await import('../registry/platform.ts');
  const { dist } = await builtRemote(folder, { contract: '9.0.0' });
  // As deployed before the host went to another contract.
  await openPlatform(`${folder}/platform`, '9.0.0').deploy(dist, { by: 'Robin' });
  const html = await (await get('/trails/42')).text();
  assert.match(html, /"contract":"9\.0\.0"/);
  assert.match(html, /"preloads":\[\{"href":"\/assets\/fed\.2a2b3c4d\.js"\}\]/);
});

test('[PLAT-15] what comes from an address or a remote cannot end the script it stands in', async (t) => {
  const { get, platform, folder } = await startTestEdge(t);
  const pages = [
    page('/trails/:name', { firstCalls: ['/services/x/:name/', '/a/</script><script>evil()</script>'] }),
  ];
  await platform.deploy((await builtRemote(folder, { pages })).dist, { by: 'Robin' });
  const html = await (
    await get(`/trails/${encodeURIComponent('</script><script>evil()//')}?</script><script>evil()`, {
      cookie: COOKIE,
    })
  ).text();
  assert.equal(html.match(/<script\b/g)?.length, 4);
  assert.doesNotMatch(html, /<script>evil/);
});

test('headers that only matter over https are sent only there, on answers of the API and files too', async (t) => {
  const plain = await startTestEdge(t);
  assert.equal((await plain.get('/')).headers.get('strict-transport-security'), null);
  const secure = await startTestEdge(t, {
    siteUrl: 'https://waymark.example',
    extraSources: ['https://tiles.example'],
  });
  const answer = await secure.get('/');
  for (const { headers } of [answer, await secure.get('/auth/start'), await secure.get('/favicon.ico')])
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=31536000/);
  assert.match(
    answer.headers.get('content-security-policy') ?? '',
    /img-src 'self' data: blob: https:\/\/tiles\.example;/,
  );
  assert.equal(answer.headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
});

test('[AUTH-05] [PRIV-01] the captcha’s address and origin are on the pages that ask it, where one is configured; nothing of it runs by itself', async (t) => {
  const captcha = { siteKey: 'site&key', scriptUrl: 'https://captcha.example/api.js?hl=en' };
  const configured = await startTestEdge(t, {
    api: ({ url }, response) => {
      if (url !== '/platform/settings') return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...SETTINGS, captcha }));
      return true;
    },
  });
  const without = await startTestEdge(t);
  const pages = [page('/reset', { captcha: true }), page('/trails')];
  for (const { platform, folder } of [configured, without])
    await platform.deploy((await builtRemote(folder, { pages })).dist, { by: 'Robin' });
  const look = async ({ get }: typeof configured, path: string) => {
    const answer = await get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    return { policy, html: await answer.text(), nonce: nonceOf(answer) };
  };
  const asking = await look(configured, '/reset');
  assert.ok(
    asking.html.includes(
      `<script type="text/plain" id="captcha-script" data-src="https://captcha.example/api.js?hl=en&amp;render=site%26key">`,
    ),
  );
  assert.match(asking.policy, /frame-src 'self' https:\/\/captcha\.example;/);
  assert.doesNotMatch(asking.policy, /trusted-types|unsafe-/);
  for (const other of [await look(configured, '/trails'), await look(without, '/reset')]) {
    assert.doesNotMatch(other.html, /captcha-script/);
    assert.match(other.policy, /frame-src 'self';.*require-trusted-types-for/);
  }
});

test('[PREM-02] [PLAT-15] Stripe’s script, frames and connections are allowed on pages where cards are entered, and nowhere else', async (t) => {
  const startWith = async (provider: 'stripe' | 'local') => {
    const edge = await startTestEdge(t, {
      api: ({ url }, response) => {
        if (url !== '/platform/settings') return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ...SETTINGS, paymentConfig: { provider } }));
        return true;
      },
    });
    const pages = [page('/premium/checkout', { payment: true }), page('/mvp')];
    await edge.platform.deploy((await builtRemote(edge.folder, { pages })).dist, { by: 'Robin' });
    return edge;
  };
  const stripe = await startWith('stripe');
  const local = await startWith('local');
  const headersOf = async ({ get }: typeof stripe, path: string) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy')!.split('; ');
    return {
      ...Object.fromEntries(
        policy.map((part) => [part.split(' ', 1)[0], part.replace(/'nonce-[^']+'/, 'N')]),
      ),
      permissions: headers.get('permissions-policy')!,
      opener: headers.get('cross-origin-opener-policy')!,
    };
  };
  const usual = await headersOf(stripe, '/mvp');
  assert.deepEqual(await headersOf(stripe, '/premium/checkout'), {
    ...usual,
    'script-src': "script-src N 'strict-dynamic' https://js.stripe.com https://*.js.stripe.com",
    'frame-src': "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    'connect-src': "connect-src 'self' https://api.stripe.com",
    'img-src': "img-src 'self' data: blob: https://*.stripe.com",
    'trusted-types': 'trusted-types waymark-host waymark-loader waymark-page default',
    permissions:
      'geolocation=(self), camera=(), microphone=(), payment=(self "https://js.stripe.com"), usb=()',
    opener: 'same-origin-allow-popups',
  });
  assert.match(usual.permissions, /payment=\(\)/);
  // The local provider's card fields are a page of the site itself.
  for (const headers of [
    usual,
    await headersOf(stripe, '/'),
    await headersOf(stripe, '/nowhere'),
    await headersOf(local, '/premium/checkout'),
    await headersOf(local, '/mvp'),
  ]) {
    assert.deepEqual(headers, usual);
    assert.doesNotMatch(JSON.stringify(headers), /stripe|default"/);
  }
});
