import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type TestResult } from './results.ts';

export interface Requirement {
  id: string;
  owner: string;
  text: string;
  passing: string[];
  failing: string[];
}

/** Reads `docs/requirements.tsv` and gives each row the tests whose titles carry its id. */
export function matchRequirements(
  tests: TestResult[],
  table = readFileSync(path.join(ROOT, 'docs/requirements.tsv'), 'utf8'),
): Requirement[] {
  const rows = table.trim().split('\n').slice(1);
  return rows.map((row) => {
    const [id = '', owner = '', text = ''] = row.split('\t');
    const named = tests.filter((t) => idsOf(t.title).includes(id));
    return {
      id,
      owner,
      text,
      passing: named.filter((t) => t.state === 'passed').map((t) => t.title),
      failing: named.filter((t) => t.state === 'failed').map((t) => t.title),
    };
  });
}

/** The requirement ids in a test's title: `[SESS-01] …`, `[UI-02, UI-03] …`. */
export function idsOf(title: string): string[] {
  return [...title.matchAll(/\[([^\]]+)\]/g)]
    .flatMap((m) => (m[1] ?? '').split(/[\s,]+/))
    .filter((id) => /^[A-Z]+-\d+$/.test(id));
}
