import { expect, probe, test } from './harness.ts';

const changed = (page: { evaluate<T>(f: () => T): Promise<T> }) => page.evaluate(() => 'tampered' in window);

test('[PLAT-15] the product runs under nonce, strict-dynamic, Trusted Types and integrity without a violation', async ({
  page,
  server,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  await page.goto(`${server.url}/alpha/details`);
  await expect(page.getByRole('heading', { name: 'Details of alpha' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  // The style sheet of a library inside the remote, and a file that the sheet names.
  await expect(page.getByRole('heading', { name: 'Alpha' })).toHaveCSS('letter-spacing', '3px');
  await expect(page.getByRole('heading', { name: 'Alpha' })).toHaveCSS('background-image', /dot\.\w+\.svg/);
  expect(violations).toEqual([]);
});

test('[PLAT-15] an entry with changed bytes never runs', async ({ page, server }) => {
  await server.control({ faults: { 'mfe-alpha/.*/entry': 'changed' } });
  await page.goto(`${server.url}/alpha/`);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await changed(page)).toBe(false);
});

test('[PLAT-15] a chunk with changed bytes never runs', async ({ page, server }) => {
  await server.control({ faults: { 'mfe-alpha/.*/details': 'changed' } });
  await page.goto(`${server.url}/alpha/details`);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await changed(page)).toBe(false);
});

test('[PLAT-15] a script from an origin that the registry did not name is refused', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/alpha/`);
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  const message = await page.evaluate(() => {
    const { policy } = window.waymark!.loader!;
    try {
      return `allowed ${policy.createScriptURL('https://elsewhere.example/x.js')}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(message).toBe('Scripts from https://elsewhere.example are not allowed here.');
});

for (const [what, patch, message] of [
  [
    'another contract',
    { contract: '99.0.0' },
    /built for contract 99\.0\.0, and this page offers \d+\.\d+\.\d+/,
  ],
  ['another React', { shared: { react: '^18.0.0' } }, /needs react \^18\.0\.0, and this page offers 19\./],
  ['a library that is not shared', { shared: { vue: '^3.0.0' } }, /needs vue \^3\.0\.0, which this page/],
] as const)
  test(`[PLAT-06] a remote built for ${what} is refused before its code is fetched`, async ({
    page,
    server,
  }) => {
    await server.control({ remotes: { 'mfe-alpha': patch } });
    await page.goto(`${server.url}/alpha/`);
    await expect(page.getByRole('alert')).toContainText(message);
    expect((await server.asked()).filter((path) => path.startsWith('/remotes/'))).toEqual([]);
    expect((await probe(page)).reports).toHaveLength(1);
  });

test('[PLAT-08] host and remotes share one React, one translator and one contract', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/alpha/`);
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.getByRole('link', { name: 'mfe-beta' }).click();
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  const same = await page.evaluate(() => {
    type Libraries = Record<string, Record<string, unknown>>;
    const { seen, probe } = window as unknown as {
      seen: { alpha: Libraries; beta: Libraries };
      probe: { React: { useState: unknown }; libraries: { contract: { navigate: unknown } } };
    };
    const { alpha, beta } = seen;
    return {
      react: [alpha.React?.useState, beta.React?.useState].map((use) => use === probe.React.useState),
      lingui: alpha.I18nProvider === beta.I18nProvider,
      contract: [alpha.navigate, beta.navigate].map(
        (own) => (own as unknown) === probe.libraries.contract.navigate,
      ),
    };
  });
  expect(same).toEqual({ react: [true, true], lingui: true, contract: [true, true] });
});
