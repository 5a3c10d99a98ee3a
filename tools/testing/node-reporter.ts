import path from 'node:path';
import { ROOT, shortError, writeResults, type TestResult } from './results.ts';

interface TestEvent {
  type: string;
  data: {
    name: string;
    file?: string;
    nesting: number;
    skip?: string | boolean;
    todo?: string | boolean;
    details?: { type?: string; duration_ms?: number; error?: { failureType?: string; message?: string } };
  };
}

/** The tests of a file are inside the suite of that file. */
const FILE_NESTING = 1;

/**
 * Reporter of node's test runner that keeps each test's outcome for the summary; it prints nothing itself.
 * Failures are written at once: a run that is stopped at its time limit still names them.
 */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const suite = process.env.WAYMARK_SUITE ?? 'node';
  const results: TestResult[] = [];
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = path.relative(ROOT, data.file ?? '');
    if (data.details?.type === 'suite' || data.name === file || data.name === data.file) {
      // A file or a process counts as a test only when it could not run.
      if (type === 'test:fail' && data.details?.error?.failureType !== 'subtestsFailed')
        results.push({ title: `${data.name} runs`, file, state: 'failed' });
      continue;
    }
    const message = data.details?.error?.message;
    results.push({
      title: data.name,
      file,
      state: data.skip ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      durationMs: data.nesting === FILE_NESTING ? data.details?.duration_ms : undefined,
      ...(type === 'test:fail' && message && { error: shortError(message) }),
    });
    if (type === 'test:fail') writeResults(suite, results);
  }
  writeResults(suite, results);
  yield '';
}
