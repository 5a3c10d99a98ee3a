import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildAll, steps } from './build.ts';
import { ROOT } from './build/steps.ts';
import { developmentDir, readStates } from './dev/builds.ts';
import { readChoice, USAGE, type Choice } from './dev/choice.ts';
import { runParts, type Part } from './dev/processes.ts';
import { DEMO, ensureDemoMember } from './product/demo.ts';
import { freePort } from './product/ports.ts';
import { publishBuilt } from './product/publish.ts';

const started = performance.now();
const known = steps.map(({ name }) => name).filter((name) => name.startsWith('mfe-'));
let choice: Choice;
try {
  choice = readChoice(process.argv.slice(2), ROOT, known);
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exit(64);
}

const { remotes, alone } = choice;
const names = remotes.map(({ name }) => name);
const dataDir = path.resolve(process.env['DATA_DIR'] ?? './data');
const builds = developmentDir(dataDir);
const sitePort = await freePort(Number(process.env['PORT'] ?? 4000));
const apiPort = await freePort(sitePort + 1);
const url = `http://localhost:${sitePort}`;
const apiUrl = `http://127.0.0.1:${apiPort}`;
const env = {
  DATA_DIR: dataDir,
  SITE_URL: url,
  API_URL: apiUrl,
  API_HOST: '127.0.0.1',
  API_PORT: String(apiPort),
  EDGE_HOST: '127.0.0.1',
  EDGE_PORT: String(sitePort),
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  DEMO: 'true',
};
const built = alone ? [] : ['host', ...names];
const say = (line: string) => console.log(`  ${line}`);

try {
  console.log(`Waymark under development: ${names.join(', ')}`);
  const rest = alone ? [] : known.filter((name) => !names.includes(name));
  // Another remote that does not compile does not keep anybody from their own: its published version stays.
  await buildAll({ names: ['basemap', 'places', ...rest], progress: say }).catch((error: Error) =>
    say(error.message),
  );
  if (!alone) await publishBuilt(dataDir, say);
  const api: Part = { name: 'api', script: 'api/src/main.ts', restarts: true, env };
  const parts: Part[] = alone
    ? [
        api,
        ...remotes.map(({ name, folder }) => ({ name, script: 'tools/dev/alone.ts', args: [folder], env })),
      ]
    : [
        api,
        { name: 'edge', script: 'tools/dev/edge.ts', args: names, restarts: true, env },
        { name: 'host', script: 'tools/dev/host.ts', args: [path.join(builds, 'host')] },
        ...remotes.map(({ name, folder }) => ({
          name,
          script: 'tools/dev/remote.ts',
          args: [folder, path.join(builds, name)],
        })),
      ];
  rmSync(builds, { recursive: true, force: true });
  const { result } = runParts(parts, ROOT);
  const ended = result.then(
    () => 0,
    () => 1,
  );
  void ended.then((code) => process.exit(code));
  await ready(() => answers(`${apiUrl}/readyz`));
  await ensureDemoMember(apiUrl);
  await ready(async () => (await readStates(builds, built)).size === built.length);
  await ready(() => answers(`http://127.0.0.1:${sitePort}${alone ? '/' : '/readyz'}`));
  console.log(
    `\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s: ${url}  (demo member: ${DEMO.email} / ${DEMO.password}; Ctrl-C stops)\n`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

/** Waits as long as it takes: a part that does not start says why, and may be mended meanwhile. */
async function ready(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 50));
}

function answers(address: string): Promise<boolean> {
  return fetch(address, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
