import { expect, expectRestWorks, probe, test } from './harness.ts';

const ENTRY = '/remotes/mfe-alpha/.*/entry\\.';
const DETAILS = '/remotes/mfe-alpha/.*/details\\.';
/** Only what hangs is to wait for less long: what works may be slow. */
const limits = { entry: 3_000, secondAttempt: 500, chunk: 3_000 };

for (const [name, fault] of [
  ['refuses the connection', 'refuse'],
  ['answers 500', '500'],
  ['answers HTML instead of a script', 'html'],
  ['hangs', 'hang'],
  ['has changed bytes', 'changed'],
] as const) {
  test(`[PLAT-07] an entry that ${name} gets a fallback, the rest works, and a retry recovers`, async ({
    page,
    server,
  }) => {
    await server.control({ faults: { [ENTRY]: fault }, ...(fault === 'hang' && { limits }) });
    await page.goto(`${server.url}/alpha/`);
    await expect(page.getByRole('alert')).toContainText('mfe-alpha is unavailable');
    await expectRestWorks(page);
    await expect(page.getByRole('alert')).toContainText('mfe-alpha is unavailable');
    await server.control();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    expect((await server.asked()).some((path) => /entry\..*\?r=\d/.test(path))).toBe(true);
    const { reports } = await probe(page);
    expect(reports[0]).toMatchObject({ remote: 'mfe-alpha', version: '1.1.0' });
  });
}

test('[PLAT-07] a chunk that hangs once arrives by the second request', async ({ page, server }) => {
  await server.control({
    faults: { [`${DETAILS}\\w+\\.js$`]: 'hang' },
    limits: { secondAttempt: 500 },
  });
  await page.goto(`${server.url}/alpha/details`);
  await expect(page.getByRole('heading', { name: 'Details of alpha' })).toBeVisible();
  expect((await probe(page)).reports).toEqual([]);
});

test('[PLAT-07] a chunk that fails once is asked for again', async ({ page, server }) => {
  await server.control({ faults: { [`${DETAILS}\\w+\\.js$`]: '500' } });
  await page.goto(`${server.url}/alpha/details`);
  await expect(page.getByRole('heading', { name: 'Details of alpha' })).toBeVisible();
});

for (const fault of ['hang', 'refuse', 'html'] as const)
  test(`[PLAT-07] a chunk lost for good (${fault}) gets a fallback, and a retry recovers`, async ({
    page,
    server,
  }) => {
    await server.control({ faults: { [DETAILS]: fault }, ...(fault === 'hang' && { limits }) });
    await page.goto(`${server.url}/alpha/`);
    await page.getByRole('link', { name: 'Details' }).click();
    await expect(page.getByRole('alert')).toContainText('Loading chunk');
    await expectRestWorks(page);
    await server.control();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Details of alpha' })).toBeVisible();
  });

test('[PLAT-07] a remote that throws as it is drawn gets a fallback, and a retry recovers', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => sessionStorage.setItem('alpha', 'throws'));
  await page.getByRole('link', { name: 'mfe-alpha' }).click();
  await expect(page.getByRole('alert')).toContainText('Alpha broke.');
  await expectRestWorks(page);
  await expect(page.getByRole('alert')).toContainText('Alpha broke.');
  await page.evaluate(() => sessionStorage.clear());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
});

test('[PLAT-07] a remote that throws later gets a fallback, is reported once, and a retry recovers', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/alpha/`);
  await page.getByRole('button', { name: 'Break' }).click();
  await expect(page.getByRole('alert')).toContainText('Alpha broke.');
  await expect(page.getByText('Footer')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  const { reports } = await probe(page);
  expect(reports).toEqual([{ remote: 'mfe-alpha', version: '1.1.0', message: 'Alpha broke.' }]);
});

test('[PLAT-07] a remote without life cycles gets a fallback that says so', async ({ page, server }) => {
  await page.goto(`${server.url}/broken/`);
  await expect(page.getByRole('alert')).toContainText('mfe-broken 1.0.0 has no life cycles');
  await expectRestWorks(page);
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
});

test('[PLAT-07] the last good version is started when the live one does not', async ({ page, server }) => {
  const { entry, integrity, contract, shared } = await server.registered('mfe-alpha');
  const lastGood = {
    version: '1.0.0',
    base: '/remotes/mfe-alpha/1.0.0/',
    entry,
    integrity,
    contract,
    shared,
  };
  await server.control({ faults: { 'mfe-alpha/1.1.0/': '500' }, remotes: { 'mfe-alpha': { lastGood } } });
  await page.goto(`${server.url}/alpha/`);
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  const { statuses, reports } = await probe(page);
  expect(statuses.map(({ state, version }) => `${state} ${version}`)).toEqual([
    'loading 1.1.0',
    'loading 1.0.0',
    'mounted 1.0.0',
  ]);
  expect(reports).toMatchObject([{ remote: 'mfe-alpha', version: '1.1.0' }]);
});
