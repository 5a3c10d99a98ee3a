import path from 'node:path';
import { ROOT, writeResults, type TestResult } from './results.ts';

interface TestEvent {
  type: string;
  data: {
    name: string;
    file?: string;
    nesting: number;
    skip?: string | boolean;
    todo?: string | boolean;
    details?: { type?: string; duration_ms?: number };
  };
}

/**
 * Reporter of node's test runner that keeps each test's outcome for the summary; it prints nothing itself.
 * Failures are written at once: a run that is stopped at its time limit still names them.
 */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const suite = process.env.WAYMARK_SUITE ?? 'node';
  const results: TestResult[] = [];
  for await (const { type, data } of source) {
    if (
      (type !== 'test:pass' && type !== 'test:fail') ||
      data.details?.type === 'suite' ||
      data.name === data.file
    )
      continue;
    const file = path.relative(ROOT, data.file ?? '');
    if (file === data.name) {
      // A file counts as a test only when it could not run at all.
      if (type === 'test:fail') results.push({ title: `${file} runs`, file, state: 'failed' });
      continue;
    }
    results.push({
      title: data.name,
      file,
      state: data.skip ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      durationMs: data.nesting === 0 ? data.details?.duration_ms : undefined,
    });
    if (type === 'test:fail') writeResults(suite, results);
  }
  writeResults(suite, results);
  yield '';
}
