import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

const debian = '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  timeout: 30_000,
  // One server per worker is started and broken on purpose.
  workers: 1,
  reporter: 'list',
  use: {
    launchOptions: {
      ...(existsSync(debian) ? { executablePath: debian } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
