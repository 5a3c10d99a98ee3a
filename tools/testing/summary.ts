import { readResults } from './results.ts';
import type { StepResult } from './steps.ts';

/** Steps by name, with undefined for one that did not start because another failed. */
export type StepOutcomes = ReadonlyMap<string, StepResult | undefined>;

/**
 * Prints what failed and, as the last line, how many tests passed, failed and were skipped.
 * A step that failed without a failing test of its own (types, lint, a runner that died) counts as one failure.
 * @returns whether all of it passed
 */
export function printSummary(outcomes: StepOutcomes, log: (line: string) => void = console.log): boolean {
  const suites = new Map(readResults().map(({ suite, results }) => [suite, results]));
  const tests = [...suites].flatMap(([suite, results]) => results.map((result) => ({ suite, ...result })));
  const count = (state: string) => tests.filter((test) => test.state === state).length;
  const failedSteps = [...outcomes]
    .filter(([name, result]) => {
      const own = suites.get(name.replaceAll(' ', '-')) ?? [];
      return !result?.ok && !own.some(({ state }) => state === 'failed');
    })
    .map(([name, result]) => `${name}${result ? '' : ' (did not run)'}`);
  log('');
  for (const { suite, title, file, state } of tests)
    if (state === 'failed') log(`FAILED ${suite}: ${title} (${file})`);
  for (const name of failedSteps) log(`FAILED step: ${name}`);
  const failed = count('failed') + failedSteps.length;
  log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
  return failed === 0;
}
