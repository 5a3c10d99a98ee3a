// Runs everything that has to hold before a change is published, as much of it side by side as the cores carry.
// `npm test -- quick` looks at what a change touches; `npm test -- unit api` runs the steps of that name.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@waymark/api/src/kernel/database/embedded.ts';
import { createTemplate } from '@waymark/api/src/testing/template.ts';
import { readImportGraph } from './boundaries/graph.ts';
import { readPackages } from './boundaries/packages.ts';
import { ensureChromium, ensurePostgres15 } from './testing/browsers.ts';
import { startPostgres15 } from './testing/postgres15.ts';
import { quickTasks } from './testing/quick.ts';
import { clearResults, ROOT } from './testing/results.ts';
import { runTasks, type Task } from './testing/scheduler.ts';
import { serverDependentTests } from './testing/server-dependent-tests.ts';
import { killSteps, runStep, type StepResult } from './testing/steps.ts';
import {
  apiTestFiles,
  browserTests,
  CHECKS,
  FURTHER_CHECKS,
  jestTests,
  NODE,
  nodeTests,
  serverTestFiles,
  type StepCommand,
  TIMED_TESTS,
} from './testing/suites.ts';
import { printSummary } from './testing/summary.ts';

type StepTask = Task<StepResult>;

const POSTGRES_15 = 'api on PostgreSQL 15';
/** Short names for steps that belong together. */
const GROUPS: Record<string, string[]> = {
  check: [...Object.keys(CHECKS), ...Object.keys(FURTHER_CHECKS), 'build', 'sizes'],
  api: ['api', 'timed'],
  api15: [POSTGRES_15],
};

const CAPACITY = availableParallelism();
/**
 * Of a suite that runs as many tests at once as there are cores. A second one beside it made the machine switch between
 * processes more than it tested: a test took ten times as long, and twice the computing time.
 */
const WHOLE_MACHINE = CAPACITY;

/** Makes something when it is first asked for. */
function lazy<T>(make: () => Promise<T>) {
  let made: Promise<T> | null = null;
  return Object.assign(() => (made ??= make()), { isMade: () => made !== null });
}

/** Only a run with API tests needs it. */
const databaseServer = lazy(startDatabaseServer);

const task = (
  name: string,
  load: number,
  make: () => StepCommand | Promise<StepCommand>,
  needs: string[] = [],
): StepTask => ({
  name,
  load,
  needs,
  async run() {
    try {
      const { command, options } = await make();
      return await runStep(name, command, options);
    } catch (error) {
      console.log(`FAIL ${name}`, error);
      return { name, ok: false, seconds: 0 };
    }
  },
});

/** Starts the database server of the run, with its migrated template. */
async function startDatabaseServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-test-run-'));
  const server = await startEmbedded(folder, { durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { env: await createTemplate(server.url), stop };
}

async function apiTests(suite: string, files: string[]): Promise<StepCommand> {
  const { env } = await databaseServer();
  return nodeTests(suite, files, env);
}

const untimedApiTests = (): string[] => apiTestFiles().filter((file) => !TIMED_TESTS.includes(file));
const versionDependentTests = (): string[] =>
  serverDependentTests(ROOT, readImportGraph(ROOT, readPackages(ROOT)), untimedApiTests());

/** What a run on PostgreSQL 15 covers is left out here: the SQL of version 15 also runs on the server of the product. */
async function runOnOwnServer(postgres15: string | undefined): Promise<StepCommand> {
  const covered = new Set(postgres15 ? versionDependentTests() : []);
  return apiTests(
    'api',
    untimedApiTests().filter((file) => !covered.has(file)),
  );
}

async function runOnPostgres15(bin: string | undefined): Promise<StepResult> {
  if (!bin) {
    console.log('PostgreSQL 15 is not installed: all API tests run on the server of the product.');
    return { name: POSTGRES_15, ok: true, seconds: 0 };
  }
  const files = versionDependentTests();
  const server = await startPostgres15(bin);
  try {
    const { command, options } = nodeTests(POSTGRES_15, files, await createTemplate(server.url));
    return await runStep(POSTGRES_15, command, options);
  } finally {
    await server.stop();
  }
}

/**
 * All steps: first those that others wait for, then the longest.
 * @param isSplit whether each API test runs once, on one of the two servers, and not all of them on the product's own
 */
function allTasks(isSplit: boolean): StepTask[] {
  // One after the other: the system's installer runs once at a time.
  const chromium = lazy(ensureChromium);
  const postgres15 = lazy(async () => {
    await chromium();
    return ensurePostgres15();
  });
  return [
    task('places', 1, () => ({ command: [...NODE, 'tools/build.ts', 'places'] })),
    task('build', 1, () => ({ command: [...NODE, 'tools/build.ts'] }), ['places']),
    ...Object.entries({ ...CHECKS, ...FURTHER_CHECKS }).map(([name, check]) => task(name, 1, () => check)),
    task('browser', WHOLE_MACHINE, async () => browserTests(await chromium()), ['build']),
    task('api', WHOLE_MACHINE, async () => runOnOwnServer(isSplit ? await postgres15() : undefined), [
      'places',
    ]),
    task('unit', WHOLE_MACHINE, () => jestTests('unit')),
    {
      name: POSTGRES_15,
      load: WHOLE_MACHINE,
      needs: ['places'],
      run: async () => runOnPostgres15(await postgres15()),
    },
    task('server', WHOLE_MACHINE, () => nodeTests('server', serverTestFiles()), ['build']),
    task('sizes', 0.5, () => ({ command: [...NODE, 'tools/check-sizes.ts'] }), ['build']),
    task('timed', WHOLE_MACHINE, () => apiTests('timed', TIMED_TESTS), ['places']),
  ];
}

/** The steps that are asked for, with those that they need. */
function chooseTasks(names: string[]): StepTask[] {
  if (names.length === 0) return allTasks(process.env.EVERY_SERVER !== 'true');
  const tasks = allTasks(false);
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? [name]));
  for (const name of wanted) {
    const found = tasks.find((candidate) => candidate.name === name);
    if (!found)
      throw new Error(`There is no step "${name}". There are: ${tasks.map((t) => t.name).join(', ')}.`);
    for (const needed of found.needs ?? []) wanted.add(needed);
  }
  return tasks.filter(({ name }) => wanted.has(name));
}

const startedAt = performance.now();
const names = process.argv.slice(2);
clearResults();
const outcomes = new Map<string, StepResult | undefined>();
const finish = (isComplete: boolean) => {
  killSteps();
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${isComplete ? 'All of it took' : 'The run was stopped after'} ${minutes} minutes.`);
  process.exit(printSummary(outcomes) && isComplete ? 0 : 1);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => finish(false));

try {
  const tasks =
    names[0] === 'quick' ? quickTasks(async () => (await databaseServer()).env) : chooseTasks(names);
  for (const { name } of tasks) outcomes.set(name, undefined);
  await runTasks(tasks, CAPACITY, ({ name, ok, ...rest }) => {
    outcomes.set(name, { name, ok, ...rest });
    return ok;
  });
} catch (error) {
  console.error(error);
  outcomes.set('test run', undefined);
}
if (databaseServer.isMade()) await databaseServer().then(({ stop }) => stop());
finish(true);
