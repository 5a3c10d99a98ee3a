import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { distances, invertGraph, readImportGraph } from '../boundaries/graph.ts';
import { readPackages } from '../boundaries/packages.ts';
import { ROOT } from './results.ts';
import type { Task } from './scheduler.ts';
import { runStep, type StepResult } from './steps.ts';
import {
  apiTestFiles,
  CHECKS,
  jestTests,
  nodeTests,
  serverTestFiles,
  type StepCommand,
  TIMED_TESTS,
} from './suites.ts';

/** So long after the start no further batch of test files begins. */
const BUDGET_MS = 60_000;
/** Small enough that one that begins last ends within two minutes. */
const BATCH_SIZE = { jest: 8, node: 2 };
/** The nearest of them are linted with types: all of the workspace takes half a minute of computing time. */
const MAX_TYPED_LINT_FILES = 200;

type Dependents = ReadonlyMap<string, readonly string[]>;

/** How many folders a file shares with the changed file that it shares most with. */
function sharedFolders(file: string, changed: readonly string[]): number {
  const folders = path.posix.dirname(file).split('/');
  return Math.max(
    ...changed.map((other) => {
      const others = path.posix.dirname(other).split('/');
      const apart = folders.findIndex((folder, depth) => folder !== others[depth]);
      return apart < 0 ? folders.length : apart;
    }),
  );
}

/** Changed files and those that import them, directly or through others: the nearest first, neighbours before others. */
function touchedFiles(changed: readonly string[], dependents: Dependents): string[] {
  return [...distances(dependents, changed)]
    .map(([file, distance]) => ({ file, distance, shared: sharedFolders(file, changed) }))
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}

/** Tests that a change touches, in that order. */
export const touchedTests = (changed: readonly string[], dependents: Dependents): string[] =>
  touchedFiles(changed, dependents).filter((file) => /\.test\.tsx?$/.test(file));

/** Files that differ from the branch point with main, committed or not. */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  let base = 'HEAD';
  for (const branch of ['main', 'origin/main'])
    try {
      [base = 'HEAD'] = git('merge-base', branch, 'HEAD');
      break;
    } catch {
      // This clone has no such branch.
    }
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ];
}

/**
 * The checks of the whole run, made quicker: types start from what the last quick run found out, and the rules that need
 * types look at `files` only. All other rules look at everything.
 */
function quickChecks(files: readonly string[]): Record<string, StepCommand> {
  const { types, lint, ...others } = CHECKS;
  const incremental = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'];
  const untyped = lint!.command.filter((argument) => argument !== '--type-aware');
  return {
    ...others,
    types: { command: [...types!.command, ...incremental] },
    lint: { command: untyped },
    ...(files.length > 0 && { 'lint with types': { command: [...lint!.command, ...files] } }),
  };
}

/**
 * Types, lint, format, boundaries, and the unit tests that import what has changed, as far as two minutes reach.
 * @param databaseEnv variables that give API tests the database server of the run, with its migrated template
 */
export function quickTasks(databaseEnv: () => Promise<Record<string, string>>): Task<StepResult>[] {
  const changed = changedFiles();
  const dependents = invertGraph(readImportGraph(ROOT, readPackages(ROOT)));
  const tests = touchedTests(changed, dependents).filter(
    (file) => !TIMED_TESTS.includes(file) && !file.startsWith('e2e/'),
  );
  const linted = touchedFiles(changed, dependents).filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && existsSync(path.join(ROOT, file)),
  );
  const apiFiles = new Set(apiTestFiles());
  const serverFiles = new Set(serverTestFiles());
  const batchesOf = (size: number, files: string[]) =>
    Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
      files.slice(index * size, (index + 1) * size),
    );
  console.log(`${changed.length} files changed; ${tests.length} test files import them.`);

  let startedCount = 0;
  let isOver = false;
  const batches = (
    name: string,
    files: string[],
    size: number,
    make: (suite: string, part: string[]) => StepCommand | Promise<StepCommand>,
  ) =>
    batchesOf(size, files).map((part, index): Task<StepResult> => {
      const suite = `${name} ${index + 1}`;
      return {
        name: suite,
        load: 1,
        async run() {
          if (performance.now() < BUDGET_MS) {
            startedCount += part.length;
            const { command, options } = await make(suite, part);
            return runStep(suite, command, options);
          }
          if (!isOver) console.log(`${tests.length - startedCount} test files are left to the full run.`);
          isOver = true;
          return { name: suite, ok: true, seconds: 0 };
        },
      };
    });
  return [
    ...Object.entries(quickChecks(linted.slice(0, MAX_TYPED_LINT_FILES))).map(
      ([name, { command, options }]): Task<StepResult> => ({
        name,
        load: 1,
        run: () => runStep(name, command, options),
      }),
    ),
    ...batches(
      'unit',
      tests.filter((file) => !apiFiles.has(file) && !serverFiles.has(file)),
      BATCH_SIZE.jest,
      (suite, part) => jestTests(suite, part, 1),
    ),
    ...batches(
      'api',
      tests.filter((file) => apiFiles.has(file)),
      BATCH_SIZE.node,
      async (suite, part) => nodeTests(suite, part, await databaseEnv()),
    ),
    ...batches(
      'server',
      tests.filter((file) => serverFiles.has(file)),
      BATCH_SIZE.node,
      nodeTests,
    ),
  ];
}
