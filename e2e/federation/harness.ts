import { test as base, expect, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export { expect };

interface Control {
  /** 'refuse', 'hang', '500', 'html' or 'changed', by regular expression over path and query. */
  faults?: Record<string, string>;
  /** Laid over what the registry says of a remote. */
  remotes?: Record<string, object>;
  limits?: { entry?: number; secondAttempt?: number; chunk?: number };
}
export interface FederationServer {
  url: string;
  /** Sets what is wrong, and forgets what was asked for. Nothing given: everything works. */
  control(next?: Control): Promise<void>;
  /** Paths with query that the browser asked for. */
  asked(): Promise<string[]>;
  /** What the registry says of a remote. */
  registered(name: string): Promise<Registered>;
}
interface Registered {
  name: string;
  base: string;
  entry: string;
  integrity: string;
  contract: string;
  shared: Record<string, string>;
}

interface Probe {
  statuses: { name: string; state: string; version?: string; message?: string }[];
  reports: { remote: string; version: string; message: string }[];
}
/** Everything that federation told the page so far. */
export const probe = (page: Page): Promise<Probe> =>
  page.evaluate(() => {
    const { statuses, reports } = (window as unknown as { probe: Probe }).probe;
    return { statuses: [...statuses], reports: [...reports] };
  });

const script = fileURLToPath(new URL('../../host/src/federation/testing/serve.ts', import.meta.url));

/** The small host with the remotes alpha and beta, under the same security headers as the product. */
export const test = base.extend<{ server: FederationServer }, { process: string }>({
  process: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      await use(line.toString().trim());
      child.stdin.end();
      await once(child, 'exit');
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: async ({ process: url }, use) => {
    const control = async (next: Control = {}) => {
      await fetch(`${url}/-/control`, { method: 'POST', body: JSON.stringify(next) });
    };
    await control();
    await use({
      url,
      control,
      asked: async () => (await fetch(`${url}/-/asked`)).json() as Promise<string[]>,
      async registered(name) {
        const all = (await (await fetch(`${url}/-/remotes`)).json()) as Registered[];
        return all.find((remote) => remote.name === name) as Registered;
      },
    });
  },
});

/** The page goes on: header and footer are there, and the other remote opens. */
export async function expectRestWorks(page: Page): Promise<void> {
  await expect(page.getByText('Footer')).toBeVisible();
  await page.getByRole('link', { name: 'mfe-beta' }).click();
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  await page.getByRole('link', { name: 'mfe-alpha' }).click();
}
