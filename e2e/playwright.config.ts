import { defineConfig } from '@playwright/test';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
if (process.getuid?.() === 0) flags.push('--no-sandbox');

export default defineConfig({
  testDir: '.',
  globalSetup: './product/start.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../tools/testing/playwright-reporter.ts']],
  outputDir: '../.cache/e2e',
  use: {
    headless: true,
    launchOptions: { executablePath: process.env.CHROMIUM, args: flags },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
  },
});
