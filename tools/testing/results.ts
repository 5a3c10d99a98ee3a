import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const RESULTS = path.join(ROOT, '.cache/results');

/** One test as every runner reports it. */
export interface TestResult {
  title: string;
  file: string;
  state: 'passed' | 'failed' | 'skipped';
  durationMs?: number;
  /** What a failed one said. */
  error?: string;
}

const ERROR_LENGTH = 400;

/** What a failed test said, in one line that fits into a summary. */
export const shortError = (text: string): string =>
  stripVTControlCharacters(text).split(/\s+/).join(' ').trim().slice(0, ERROR_LENGTH);

export function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
}

export function writeResults(suite: string, results: TestResult[]): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, `${suite}.results.json`), JSON.stringify(results, null, 1));
}

/** The results of the last run, by suite. */
export function readResults(): { suite: string; results: TestResult[] }[] {
  try {
    return readdirSync(RESULTS)
      .filter((name) => name.endsWith('.results.json'))
      .map((name) => ({
        suite: name.replace('.results.json', ''),
        results: JSON.parse(readFileSync(path.join(RESULTS, name), 'utf8')) as TestResult[],
      }));
  } catch {
    return [];
  }
}
