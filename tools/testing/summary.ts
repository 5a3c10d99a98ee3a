import { readResults, type TestResult } from './results.ts';
import type { StepResult } from './steps.ts';

/** Steps by name, with undefined for one that did not start because another failed. */
export type StepOutcomes = ReadonlyMap<string, StepResult | undefined>;

type SuiteTest = TestResult & { suite: string };

/**
 * Prints what failed and, as the last line, how many tests passed, failed and were skipped.
 * A step that failed without a failing test of its own (types, lint, a runner that died) counts as one failure.
 * @returns whether all of it passed
 */
export function printSummary(outcomes: StepOutcomes, log: (line: string) => void = console.log): boolean {
  const suites = new Map(readResults().map(({ suite, results }) => [suite, results]));
  const tests: SuiteTest[] = [...suites].flatMap(([suite, results]) =>
    results.map((result) => ({ suite, ...result })),
  );
  const count = (state: string) => tests.filter((test) => test.state === state).length;
  const failedSteps = [...outcomes]
    .filter(([name, result]) => {
      const own = suites.get(name.replaceAll(' ', '-')) ?? [];
      return !result?.ok && !own.some(({ state }) => state === 'failed');
    })
    .map(([name, result]) => `${name}${result ? '' : ' (did not run)'}`);
  log('');
  for (const { suite, title, file, state, error } of tests)
    if (state === 'failed') log(`FAILED ${suite}: ${title} (${file})${error ? `\n       ${error}` : ''}`);
  for (const name of failedSteps) log(`FAILED step: ${name}`);
  logSlowestFiles(tests, log);
  const failed = count('failed') + failedSteps.length;
  log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
  return failed === 0;
}

const SLOWEST_FILES = 12;
const SLOW_FILE_MS = 10_000;

/** A test run grows by single files: the slowest are named, so that somebody looks at them. */
function logSlowestFiles(tests: SuiteTest[], log: (line: string) => void): void {
  const durations = new Map<string, number>();
  for (const { suite, file, durationMs = 0 } of tests) {
    const name = `${suite}: ${file}`;
    durations.set(name, (durations.get(name) ?? 0) + durationMs);
  }
  const slowest = [...durations].filter(([, ms]) => ms >= SLOW_FILE_MS).sort(([, a], [, b]) => b - a);
  for (const [name, ms] of slowest.slice(0, SLOWEST_FILES)) log(`slow ${(ms / 1000).toFixed(0)} s  ${name}`);
}
