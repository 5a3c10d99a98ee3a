// Builds the host for development, and again when one of its sources changes; open pages then load anew.
// Argument: the folder for the build and its state.
import { buildHost } from '@waymark/host/build';
import { existsSync, mkdirSync, renameSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceFolders } from '../build/sources.ts';
import { ROOT } from '../build/steps.ts';

const SETTLE_MS = 80;
const [folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

let hash = '';
async function build(): Promise<void> {
  const began = performance.now();
  let problem: string | null = null;
  try {
    const outDir = path.join(folder, 'dist');
    ({ hash } = await buildHost({ mode: 'development', entry: './src/development/page.ts', outDir }));
    console.log(`built in ${((performance.now() - began) / 1000).toFixed(2)} s`);
  } catch (error) {
    problem = (error as Error).message;
    console.error(problem);
  }
  const draft = path.join(folder, 'state.draft');
  writeFileSync(draft, JSON.stringify({ name: 'host', hash, declared: hash, problem }));
  renameSync(draft, path.join(folder, 'state.json'));
}

let building: Promise<void> | undefined;
let timer: NodeJS.Timeout | undefined;
function later(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // What changes during a build is built after it.
    building = (building ?? Promise.resolve()).then(build);
  }, SETTLE_MS);
}

building = build();
for (const source of workspaceFolders(ROOT, 'host').flatMap((at) => [at + '/src', at + '/development']))
  if (existsSync(source))
    watch(source, { recursive: true }, (_event, file) => {
      if (!file || !/\.test\.|(^|[\\/])testing[\\/]|~$/.test(file)) later();
    });
