import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium for the browser tests: CHROMIUM, one that is installed, Debian's package (as root), else the test tool's own download. */
export function ensureChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (isRootOnDebian()) {
    console.log('Installing Chromium from Debian …');
    aptInstall('chromium');
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  console.log('Fetching the browser of the test tool …');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', cwd: 'e2e' });
  return undefined;
}

/** The folder with PostgreSQL 15's programs; installed from Debian when that is possible, else undefined. */
export function ensurePostgres15(): string | undefined {
  const folder = '/usr/lib/postgresql/15/bin';
  if (!existsSync(`${folder}/postgres`) && isRootOnDebian()) {
    console.log('Installing PostgreSQL 15 from Debian …');
    aptInstall('postgresql-15');
  }
  return existsSync(`${folder}/postgres`) ? folder : undefined;
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

function aptInstall(name: string): void {
  const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
  } catch {
    console.log(`${name} could not be installed.`);
  }
}
