import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeBatches } from './batches.ts';
import { ROOT } from './results.ts';
import type { StepOptions } from './steps.ts';

/** The program and first arguments with which every script of the project runs. */
export const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];
const CORES = availableParallelism();
const NODE_TEST_FOLDERS = '{host/edge,host/build,tools,shared/remote/build}';

export interface StepCommand {
  command: string[];
  options?: StepOptions;
}

/** Test files of node's own runner that are not of the API. */
export const serverTestFiles = (): string[] =>
  globSync(`${NODE_TEST_FOLDERS}/**/*.test.ts`, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .filter((file) => !TIMED_TESTS.includes(file))
    .sort();
export const apiTestFiles = (): string[] => globSync('api/src/**/*.test.ts', { cwd: ROOT }).sort();

/**
 * Tests that compare durations or measure the memory of their process: other work on the same cores, or other files in
 * the process, would fail them, so they run by themselves.
 */
export const TIMED_TESTS = [
  'api/src/training/exports/export.test.ts',
  'api/src/training/imports/reader/hostile-files.test.ts',
  'api/src/training/workouts/dashboard.test.ts',
  'host/edge/http/proxy.test.ts',
];

/** Checks of the source text, by name. */
export const CHECKS: Record<string, StepCommand> = {
  format: { command: ['node_modules/.bin/oxfmt', '--check', '.'] },
  types: { command: ['node_modules/.bin/tsc', '-p', 'tsconfig.json'] },
  lint: { command: ['node_modules/.bin/oxlint', '--type-aware', '--deny-warnings'] },
  boundaries: { command: [...NODE, 'tools/check-boundaries.ts'] },
};
/** Checks that a quick run leaves out. */
export const FURTHER_CHECKS: Record<string, StepCommand> = {
  contract: { command: [...NODE, 'tools/contract-report.ts', '--check'] },
  knip: { command: ['node_modules/.bin/knip', '--no-progress'] },
};

/** A limit for what hangs, for a test and for all files of a process: a busy machine takes minutes for some files. */
const HANGS_MS = 30 * 60_000;

/** A run of node's test runner; the suite's results are kept under its name. */
export function nodeTests(suite: string, files: string[], env: Record<string, string> = {}): StepCommand {
  const name = suite.replaceAll(' ', '-');
  return {
    command: [
      ...NODE,
      '--test',
      `--test-concurrency=${CORES}`,
      `--test-timeout=${HANGS_MS}`,
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/testing/node-reporter.ts',
      `--test-reporter-destination=.cache/results/${name}.reporter.log`,
      ...writeBatches(name, files),
    ],
    options: {
      env: {
        WAYMARK_SUITE: name,
        // Compiled code of one test process serves the next.
        NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compile'),
        // Processes that a test starts inherit it.
        NODE_OPTIONS: `--import=${pathToFileURL(path.join(ROOT, 'tools/testing/block-network.mjs')).href}`,
        ...env,
      },
    },
  };
}

/** A run of jest over all of its tests, or over the files that are named. */
export function jestTests(suite: string, files: string[] = [], workers = CORES): StepCommand {
  return {
    command: [
      ...NODE,
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      `--maxWorkers=${workers}`,
      '--reporters=default',
      '--reporters=<rootDir>/tools/testing/jest-reporter.mjs',
      ...(files.length ? ['--runTestsByPath', ...files] : []),
    ],
    options: { env: { WAYMARK_SUITE: suite.replaceAll(' ', '-') } },
  };
}

export function browserTests(chromium: string | undefined): StepCommand {
  return {
    command: [
      ...NODE,
      'e2e/node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
    ],
    options: {
      env: { ...(chromium ? { CHROMIUM: chromium } : {}), FORCE_COLOR: '0' },
    },
  };
}
