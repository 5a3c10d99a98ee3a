// Starts every command of the project. It runs on any Node from 20.19 on, brings in what the lock file names,
// and hands over to the project's own pinned Node 24, so that nobody has to install it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PNPM = 'pnpm@12.21.0';
const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const [command = 'start', ...args] = process.argv.slice(2);
const commands = {
  start: 'start.ts',
  dev: 'dev.ts',
  test: 'test.ts',
  bench: 'bench.ts',
  waymark: 'waymark.ts',
  requirements: 'requirements.ts',
  build: 'build.ts',
  'new-remote': 'new-remote.ts',
  'import-extract': 'import-extract.ts',
  'contract-report': 'contract-report.ts',
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Waymark needs Node 20.19 or later to begin; this is ${process.version}.`);
if (!Object.hasOwn(commands, command))
  fail(`There is no command "${command}". There are: ${Object.keys(commands).join(', ')}.`);

install();
const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', path.join(root, 'tools', commands[command]), ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
  },
);
// Ctrl-C reaches the whole group by itself; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));

function install() {
  const stamp = path.join(root, 'node_modules/.cache/waymark-install');
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...workspaceManifests()])
    hash.update(readFileSync(path.join(root, file)));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing what the lock file names …');
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const done = spawnSync(
    npx,
    ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CI: 'true' }, shell: process.platform === 'win32' },
  );
  if (done.status !== 0)
    fail('The installation did not finish. Is the network there? Run the same command again.');
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function workspaceManifests() {
  const folders = readdirSync(root).filter(
    (name) => name.startsWith('mfe-') || ['host', 'api', 'e2e', 'tools'].includes(name),
  );
  const shared = readdirSync(path.join(root, 'shared')).map((name) => `shared/${name}`);
  return [...folders, ...shared]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(path.join(root, file)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
