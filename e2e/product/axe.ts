import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Colours are right when nothing fades in or out any more: what would end is ended, without waiting for frames. */
async function stillness(page: Page): Promise<void> {
  await expect(page.locator('[data-state=opening], [data-state=exiting]')).toHaveCount(0);
  const endAnimations = () =>
    page.evaluate(() => {
      const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);
      const running = document.getAnimations().filter((one) => one.playState === 'running' && ends(one));
      for (const animation of running) animation.finish();
      return running.length;
    });
  await expect.poll(endAnimations).toBe(0);
}

/** All that differs between a page by day and by night. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe has against the page as it is, once it stands still. @param scheme 'dark': only colours, all else was looked at in the light */
export async function violations(page: Page, scheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  await stillness(page);
  // The other mode puts its results together in a page of its own, which only frames need.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  axe.options({ resultTypes: ['violations'], ...(scheme === 'dark' && { runOnly: COLOURS }) });
  const { violations: found } = await axe.analyze();
  return found.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target.join(' ')} (${v.help})`));
}

/** Asserts that axe has nothing against the page, in the light nor in the dark. Leaves the page in the light. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  expect(await violations(page), where).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'dark'), `${where} in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
