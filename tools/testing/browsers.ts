import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const run = promisify(execFile);

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without the parts that nobody sees in a test: its tests take two thirds of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** A Chromium for the browser tests: CHROMIUM, Debian's package (as root), one that is installed, else the test tool's own download. */
export async function ensureChromium(): Promise<string | undefined> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const places = [HEADLESS, ...PLACES];
  const findInstalled = () => places.find((place) => existsSync(place));
  if (isRootOnDebian())
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (existsSync(HEADLESS) || (name === 'chromium' && findInstalled())) break;
      console.log(`Installing ${name} from Debian …`);
      await aptInstall(name);
    }
  const found = findInstalled();
  if (found) return found;
  console.log('Fetching the browser of the test tool …');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', cwd: 'e2e' });
  return undefined;
}

/** The folder with PostgreSQL 15's programs; installed from Debian when that is possible, else undefined. */
export async function ensurePostgres15(): Promise<string | undefined> {
  const folder = '/usr/lib/postgresql/15/bin';
  if (!existsSync(`${folder}/postgres`) && isRootOnDebian()) {
    console.log('Installing PostgreSQL 15 from Debian …');
    await aptInstall('postgresql-15');
  }
  return existsSync(`${folder}/postgres`) ? folder : undefined;
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

async function aptInstall(name: string): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['update', '-q'], options);
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
  } catch {
    console.log(`${name} could not be installed.`);
  }
}

/**
 * Waits until the page says a word on its console; to be called before the page is opened. `waitForFunction` compiles
 * the test tool's script in the page while it loads: on a slowed processor a tenth of a second of what is measured.
 */
export const waitForConsole = (page: Page, word: string): Promise<unknown> =>
  page.waitForEvent('console', { predicate: (message) => message.text() === word, timeout: 120_000 });
