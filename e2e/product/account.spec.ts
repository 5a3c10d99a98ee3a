import { violations } from './axe.ts';
import { expect, test } from './member.ts';

const PAGES = [
  ['/account', 'Account'],
  ['/account/my_profile', 'Profile'],
  ['/account/settings', 'Settings'],
  ['/account/zones', 'Training zones'],
  ['/account/gear', 'Gear'],
  ['/account/loyalty', 'Points'],
  ['/account/security', 'Security'],
  ['/account/connected_apps', 'Connected apps'],
  ['/account/developer', 'Developer'],
  ['/account/data', 'Your data'],
  ['/account/delete', 'Delete your account'],
  ['/privacy_center/manage', 'Your choices'],
  ['/privacy_center/consents', 'Consents'],
  ['/privacy_center/consents/edit', 'Change your answers'],
  ['/privacy_center/help', 'Help'],
] as const;
const OUT = process.env.SHOTS;

test('[ACCT-01] [PRIV-01] each page of the account stands up to axe in both schemes and on a phone', async ({
  page,
  member,
}) => {
  test.setTimeout(300_000);
  expect(member.userId).toBeGreaterThan(0);
  const found: string[] = [];
  for (const [path, title] of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    found.push(...(await violations(page)).map((one) => `${path} ${one}`));
    if (OUT) await page.screenshot({ path: `${OUT}/${path.replaceAll('/', '_')}-1440.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await violations(page, 'dark')).map((one) => `${path} dark ${one}`));
    if (OUT) await page.screenshot({ path: `${OUT}/${path.replaceAll('/', '_')}-1440d.png`, fullPage: true });
    for (const width of [834, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
    if (OUT) await page.screenshot({ path: `${OUT}/${path.replaceAll('/', '_')}-390d.png`, fullPage: true });
  }
  expect(found).toEqual([]);
});
