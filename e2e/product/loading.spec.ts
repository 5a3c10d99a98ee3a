import { expect, signUp, test } from './member.ts';
import { entryOf, openSettled, remoteFiles, remoteNames } from './watch.ts';

test("[HOST-01] the home page fetches no remote's code, and a remote's page only that remote's", async ({
  quiet: page,
  context,
}) => {
  const files = remoteFiles(page);
  await openSettled(page, '/');
  expect(files).toEqual([]);
  await page.goto('/auth/login/');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(remoteNames(files)).toEqual(['mfe-auth']);
  await signUp(context.request);
  files.length = 0;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  expect(remoteNames(files)).toEqual(['mfe-workouts']);
});

for (const way of ['hover', 'focus'] as const)
  test(`[PLAT-14] ${way} of a link fetches the page behind it once, ahead of the click`, async ({
    quiet: page,
  }) => {
    const files = remoteFiles(page);
    await openSettled(page, '/');
    const link = page.getByRole('banner').getByRole('link', { name: /^(log|sign) in$/i });
    await (way === 'hover' ? link.hover() : link.focus());
    await expect.poll(() => files.some((file) => entryOf('mfe-auth').test(file))).toBe(true);
    await expect.poll(() => files.some((file) => /\/login\.\w+\.js$/.test(file))).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
    await link.click();
    await expect(page.getByLabel('E-mail')).toBeVisible();
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith('/remotes/') && path.endsWith('.js')),
    );
    expect(fetched.toSorted(), 'each file travels once').toEqual([...new Set(fetched)].toSorted());
  });

test('[PLAT-14] what stands around a page waits until the page itself is shown', async ({
  quiet: page,
  context,
}) => {
  await signUp(context.request);
  const hold = Promise.withResolvers<void>();
  await page.route(/\/remotes\/mfe-workouts\/.*\/dashboard\.\w+\.js$/, async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  // The host's second script has run by then: the remote's script is among what it fetches.
  await page.waitForFunction(() => 'mfe_workouts' in window);
  const released = await page.evaluate(() => performance.now());
  hold.resolve();
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  const begun = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .find(({ name }) => /\/assets\/notifications\.\w+\.js$/.test(name))?.startTime ?? 0,
    );
  await expect.poll(begun).toBeGreaterThan(released);
});

/** Words that only the library's own code has. */
const MARKS = {
  react: 'react.transitional.element',
  'react-dom': '__reactContainer$',
  router: '__reactRouterVersion',
  emotion: 'data-emotion',
};

test('[PLAT-08] each shared library exists once on a page with host and remotes', async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => {
    const renderers: unknown[] = [];
    const hook = { supportsFiber: true, checkDCE() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {} };
    Object.assign(globalThis, {
      renderers,
      // Every copy of react-dom makes itself known here.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, inject: (one: unknown) => renderers.push(one) },
    });
  });
  await openSettled(page, '/');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^(log|sign) in$/i })
    .click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await signUp(context.request);
  await page.getByRole('link', { name: 'Workouts', exact: true }).click();
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();

  const { scope, renderers } = await page.evaluate(() => {
    type Versions = Record<string, { from: string }>;
    const { __FEDERATION__, renderers } = globalThis as unknown as {
      __FEDERATION__: { __INSTANCES__: { shareScopeMap: Record<string, Record<string, Versions>> }[] };
      renderers: unknown[];
    };
    // One entry for the host, and one for each remote, whose view may be another.
    const libraries = __FEDERATION__.__INSTANCES__.flatMap(({ shareScopeMap }) =>
      Object.values(shareScopeMap).flatMap((scope) => Object.entries(scope)),
    );
    return {
      renderers: renderers.length,
      scope: libraries.map(([name, versions]) => ({
        name,
        from: Object.values(versions).map(({ from }) => from),
      })),
    };
  });
  expect(renderers).toBe(1);
  expect(scope.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'react',
      'react-dom',
      'react-router-dom',
      '@waymark/contract',
      '@waymark/ui/base',
    ]),
  );
  for (const { name, from } of scope) expect(from, name).toEqual(['waymark']);

  const { remotes } = (await (await context.request.get(`${site}/platform/registry`)).json()) as {
    remotes: { name: string; base: string }[];
  };
  for (const { name, base } of remotes) {
    const { files } = (await (await context.request.get(`${site}${base}manifest.json`)).json()) as {
      files: { path: string }[];
    };
    for (const { path } of files.filter((file) => file.path.endsWith('.js'))) {
      const text = await (await context.request.get(site + base + path)).text();
      for (const [library, mark] of Object.entries(MARKS))
        expect(text.includes(mark), `${name} carries ${library} in ${path}`).toBe(false);
    }
  }
  const own = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/assets\/.*\.js$/.test(name)),
  );
  const host = await Promise.all(own.map(async (url) => (await context.request.get(url)).text()));
  for (const mark of Object.values(MARKS))
    expect(host.filter((text) => text.includes(mark)).length, mark).toBeGreaterThan(0);
});
