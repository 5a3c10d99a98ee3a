import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeSample, type Sample } from '../dev/sample.ts';
import { expect, test } from './member.ts';
import { sentEvents } from './watch.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds a remote's folder as a version. @returns the built folder */
async function buildVersion(folder: string, version: string): Promise<string> {
  const dist = path.join(folder, `dist-${version}`);
  await run(process.execPath, [path.join(root, 'e2e/product/build-remote.ts'), folder, version, dist]);
  return dist;
}

/** Runs `npm run waymark -- …` on the data of the running product. @returns what it prints */
async function waymark(...args: string[]): Promise<string> {
  const data = process.env.WAYMARK_DATA ?? '';
  const command = [path.join(root, 'tools/waymark.ts'), ...args, '--data', data, '--by', 'Robin'];
  const { stdout } = await run(process.execPath, command, { cwd: root });
  return stdout;
}

/** Every test here moves the registry that all pages read, so they run one after the other. */
test.describe.configure({ mode: 'default' });

const STEEP = 'The climb was too steep.';
const SECOND = `useState(0);
  if (climbs > 0) throw new Error('${STEEP}');`;
let sample: Sample;
let dists: string[];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  sample = makeSample();
  const first = await buildVersion(sample.folder, '1.0.0');
  sample.edit('src/page.tsx', 'First words', 'Second words');
  sample.edit('src/page.tsx', 'useState(0);', SECOND);
  dists = [first, await buildVersion(sample.folder, '1.1.0')];
});
test.afterAll(() => sample.remove());

const deploy = (index: 0 | 1) => waymark('deploy', 'mfe-sample', '--dist', dists[index] ?? '');

test('[PLAT-02] [PLAT-03] a remote goes live and back with one command each, from the next page load on', async ({
  page,
}) => {
  expect((await page.goto('/sample'))?.status()).toBe(404);
  await deploy(0);
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'First words' })).toBeVisible();
  await page.getByRole('button', { name: '0 climbs' }).click();

  await deploy(1);
  await expect(page.getByRole('button', { name: '1 climbs' }), 'an open page goes on').toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Second words' })).toBeVisible();

  expect(await waymark('rollback', 'mfe-sample')).toMatch(/1\.0\.0\+\w{8} is live again/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'First words' })).toBeVisible();

  const history = (await waymark('history', 'mfe-sample')).trim().split('\n');
  expect(history.map((line) => /(deploy|rollback) +(\d\.\d\.\d)/.exec(line)?.slice(1))).toEqual(
    expect.arrayContaining([
      ['deploy', '1.0.0'],
      ['deploy', '1.1.0'],
      ['rollback', '1.0.0'],
    ]),
  );
});

test('[PLAT-12] [PLAT-07] an error of a remote is reported with the remote and its version, and the last good one takes over', async ({
  page,
}) => {
  await deploy(0);
  await deploy(1);
  const sent = sentEvents(page);
  await page.goto('/sample');
  await page.getByRole('button', { name: '0 climbs' }).click();
  await expect(page.getByRole('heading', { name: 'First words' })).toBeVisible();
  const errors = () => sent.filter(({ name }) => name === 'error').map(({ properties }) => properties);
  await expect.poll(errors).toEqual([
    expect.objectContaining({
      remote: 'mfe-sample',
      version: expect.stringMatching(/^1\.1\.0\+\w{8}$/),
      message: expect.stringContaining(STEEP),
    }),
  ]);
});

test('[HOST-23] when a new release is why a part does not arrive, the page is loaded anew once and never again', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await deploy(0);
  const PART = /\/assets\/remotes\.\w+\.js/;
  let deployed: Promise<string> | undefined;
  // The release comes between the page and its part, and the part stays away for good.
  await page.route('**/dashboard', async (route) => {
    const response = await route.fetch();
    await (deployed ??= deploy(1));
    await route.fulfill({ response });
  });
  await page.route(PART, (route) => route.fulfill({ status: 404, body: '' }));
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const told = page.getByText('A part of this page didn’t load. Nothing you saved is lost.');
  await expect(told).toBeVisible();
  await expect(page.locator('[data-remote-fallback=mfe-workouts]')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  expect(documents).toBe(2);
  await page.unroute(PART);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  expect(documents).toBe(2);
});
