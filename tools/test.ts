import { globSync } from 'node:fs';
import { ensureChromium, ensurePostgres15 } from './testing/browsers.ts';
import { startPostgres15 } from './testing/postgres15.ts';
import { clearResults, readResults } from './testing/results.ts';
import { step, type StepResult } from './testing/steps.ts';

const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
const only = process.argv.slice(2);
const wanted = (name: string) => only.length === 0 || only.includes(name);
const steps: StepResult[] = [];
const run = async (name: string, ...rest: Parameters<typeof step> extends [string, ...infer R] ? R : never) =>
  void steps.push(await step(name, ...rest));

if (only.length === 0) clearResults();

const checks = async () => {
  await run('format', ['node_modules/.bin/oxfmt', '--check', '.']);
  await run('lint', ['node_modules/.bin/oxlint', '--type-aware', '--deny-warnings']);
  await run('types', ['node_modules/.bin/tsc', '-p', 'tsconfig.json']);
  await run('boundaries', [...node, 'tools/check-boundaries.ts']);
};
const build = async () => {
  await run('build', [...node, 'tools/build.ts']);
  await run('sizes', [...node, 'tools/check-sizes.ts']);
};
if (wanted('check')) await Promise.all([checks(), build()]);
else if (wanted('browser') || wanted('server')) await build();
else if (wanted('api') || wanted('api15')) await run('places', [...node, 'tools/build.ts', 'places']);

if (wanted('unit'))
  await run('unit and components', [
    ...node,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--maxWorkers=2',
    '--reporters=default',
    '--reporters=<rootDir>/tools/testing/jest-reporter.mjs',
  ]);

const nodeTests = (suite: string, files: string[], env: Record<string, string> = {}) =>
  run(
    suite,
    [
      ...node,
      '--test',
      '--test-concurrency=2',
      '--test-timeout=300000',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/testing/node-reporter.ts',
      '--test-reporter-destination=.cache/results/reporter.log',
      ...files,
    ],
    { env: { WAYMARK_SUITE: suite.replaceAll(' ', '-'), ...env } },
  );
if (wanted('server'))
  await nodeTests(
    'server',
    globSync(['{host/edge,host/build,tools,shared/remote/build}/**/*.test.ts'], {
      exclude: ['**/node_modules/**'],
    }),
  );
if (wanted('api')) await nodeTests('api', globSync('api/src/**/*.test.ts'));
if (wanted('api15')) {
  const bin = ensurePostgres15();
  if (bin) {
    const server = await startPostgres15(bin);
    await nodeTests(
      'api on PostgreSQL 15',
      globSync('api/src/**/*.test.ts', { exclude: ['api/src/{files,database}/**', '**/crash.test.ts'] }),
      { TEST_DATABASE_URL: server.url },
    );
    await server.stop();
  } else console.log('PostgreSQL 15 is not installed: that run of the API tests is left out.');
}

if (wanted('browser')) {
  const chromium = ensureChromium();
  await run(
    'browser',
    [...node, 'e2e/node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts'],
    { env: { ...(chromium ? { CHROMIUM: chromium } : {}), FORCE_COLOR: '0' } },
  );
}

const all = readResults().flatMap(({ suite, results }) => results.map((r) => ({ suite, ...r })));
const count = (state: string) => all.filter((r) => r.state === state).length;
const failedSteps = steps.filter((s) => !s.ok);
console.log('');
for (const test of all.filter((r) => r.state === 'failed'))
  console.log(`FAILED ${test.suite}: ${test.title} (${test.file})`);
// A step that failed without a failing test (types, lint, build) counts as one failure of its own.
const bare = failedSteps.filter(
  (s) =>
    ['format', 'lint', 'types', 'boundaries', 'build', 'sizes'].includes(s.name) || count('failed') === 0,
);
for (const s of bare) console.log(`FAILED step: ${s.name}`);
console.log(
  `All of it took ${(steps.reduce((sum, s) => sum + s.seconds, 0) / 60).toFixed(1)} minutes of steps.`,
);
console.log(
  `${count('passed')} passed, ${count('failed') + bare.length} failed, ${count('skipped')} skipped`,
);
process.exit(failedSteps.length > 0 || count('failed') > 0 ? 1 : 0);
