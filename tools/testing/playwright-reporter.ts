import type { Reporter, TestCase, TestResult as Outcome } from '@playwright/test/reporter';
import path from 'node:path';
import { ROOT, shortError, writeResults, type TestResult } from './results.ts';

/** Keeps each browser test's last outcome for the summary. */
export default class implements Reporter {
  private readonly outcomes = new Map<string, TestResult>();

  onTestEnd(test: TestCase, result: Outcome): void {
    const state = result.status === 'passed' ? 'passed' : result.status === 'skipped' ? 'skipped' : 'failed';
    this.outcomes.set(test.id, {
      title: test.titlePath().slice(3).join(' '),
      file: path.relative(ROOT, test.location.file),
      state,
      durationMs: result.duration,
      ...(state === 'failed' && {
        error: shortError(result.errors.map(({ message = '' }) => message).join(' ')),
      }),
    });
  }

  onEnd(): void {
    writeResults(process.env.WAYMARK_SUITE ?? 'browser', [...this.outcomes.values()]);
  }
}
