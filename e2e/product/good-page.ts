import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect } from './member.ts';

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 834, height: 1112 };
export const DESKTOP = { width: 1440, height: 900 };

/** Nothing for axe in the light, no colour in the dark, and no page that scrolls sideways. Leaves the page wide. */
export async function expectGood(
  page: Page,
  address: string,
  heading: string | RegExp,
  sizes: readonly (typeof PHONE)[] = [DESKTOP, PHONE],
): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const size of sizes) {
    const where = `${address} at ${size.width} px`;
    await page.setViewportSize(size);
    await expectNoViolations(page, where);
    const isScrolledSideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isScrolledSideways, `${where} scrolls sideways`).toBe(false);
  }
  await page.setViewportSize(DESKTOP);
}
