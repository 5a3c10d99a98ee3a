import type { Page } from '@playwright/test';

/**
 * Waits until the page says a word on its console; to be called before the page is opened. `waitForFunction` compiles
 * the test tool's script in the page while it loads: on a slowed processor a tenth of a second of what is measured.
 */
export const waitForConsole = (page: Page, word: string): Promise<unknown> =>
  page.waitForEvent('console', { predicate: (message) => message.text() === word, timeout: 120_000 });
