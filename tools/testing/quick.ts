import { execFileSync } from 'node:child_process';
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
const BUDGET_MS = 70_000;
const BATCH_SIZE = { jest: 12, node: 6 };

/** Tests that a change touches, the nearest first. */
export function touchedTests(
  changed: readonly string[],
  dependents: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...distances(dependents, changed)]
    .filter(([file]) => /\.test\.tsx?$/.test(file))
    .sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .map(([file]) => file);
}

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

/** Types, lint, format, boundaries, and the unit tests that import what has changed, as far as two minutes reach. */
export function quickTasks(): Task<StepResult>[] {
  const changed = changedFiles();
  const tests = touchedTests(changed, invertGraph(readImportGraph(ROOT, readPackages(ROOT)))).filter(
    (file) => !TIMED_TESTS.includes(file),
  );
  const onNode = new Set([...apiTestFiles(), ...serverTestFiles()]);
  const nodeFiles = tests.filter((file) => onNode.has(file));
  const jestFiles = tests.filter((file) => !onNode.has(file) && !file.startsWith('e2e/'));
  console.log(`${changed.length} files changed; ${tests.length} test files import them.`);
  const left: string[] = [];
  const batches = (
    name: string,
    files: string[],
    size: number,
    make: (suite: string, part: string[]) => StepCommand,
  ) =>
    Array.from({ length: Math.ceil(files.length / size) }, (_, index): Task<StepResult> => {
      const suite = `${name} ${index + 1}`;
      const part = files.slice(index * size, (index + 1) * size);
      return {
        name: suite,
        load: 1,
        run: () => {
          const { command, options } = make(suite, part);
          if (performance.now() < BUDGET_MS) return runStep(suite, command, options);
          left.push(...part);
          console.log(`${suite}: ${part.length} files are left to the full run (${left.length} so far).`);
          return Promise.resolve({ name: suite, ok: true, seconds: 0 });
        },
      };
    });
  return [
    ...Object.entries(CHECKS).map(([name, { command, options }]): Task<StepResult> => ({
      name,
      load: 1,
      run: () => runStep(name, command, options),
    })),
    ...batches('unit', jestFiles, BATCH_SIZE.jest, jestTests),
    ...batches('node', nodeFiles, BATCH_SIZE.node, nodeTests),
  ];
}
