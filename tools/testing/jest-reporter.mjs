import path from 'node:path';
import { ROOT, shortError, writeResults } from './results.ts';

/** Keeps each jest test's outcome for the summary. */
export default class {
  onRunComplete(_contexts, { testResults }) {
    const results = testResults.flatMap((file) => {
      const name = path.relative(ROOT, file.testFilePath);
      if (file.testExecError) return [{ title: `${name} runs`, file: name, state: 'failed' }];
      return file.testResults.map((t) => ({
        title: t.fullName,
        file: name,
        state: t.status === 'passed' ? 'passed' : t.status === 'failed' ? 'failed' : 'skipped',
        durationMs: t.duration ?? 0,
        ...(t.status === 'failed' && { error: shortError(t.failureMessages.join(' ')) }),
      }));
    });
    writeResults(process.env.WAYMARK_SUITE ?? 'unit', results);
  }
}
