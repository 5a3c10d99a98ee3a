import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium for the browser tests: CHROMIUM, one that is installed, Debian's package (as root), else the test tool's own download. */
export async function ensureChromium(): Promise<string | undefined> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    await aptInstall('chromium');
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
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
