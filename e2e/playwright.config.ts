import { defineConfig } from '@playwright/test';

const flags = [
  '--disable-gpu',
  // One of the two map libraries draws by WebGL.
  '--enable-unsafe-swiftshader',
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
  // Limits for what hangs, not for what is slow: a busy machine draws a map in many seconds.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../tools/testing/playwright-reporter.ts']],
  outputDir: '../.cache/e2e',
  use: {
    headless: true,
    launchOptions: { executablePath: process.env.CHROMIUM, args: flags },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Pages that glide and fade draw for seconds; tests of motion ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // A third of the work of a test. `--trace retain-on-failure` shows what went before a failure.
    trace: 'off',
  },
});
