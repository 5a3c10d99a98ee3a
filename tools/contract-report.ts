// Writes the public surface of the contract to shared/contract/contract.api.md; refuses while CONTRACT_VERSION is too low.
// With --check it writes nothing and fails when the file is not what the code declares.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareReports, versionProblem } from './contract/changes.ts';
import { createReport } from './contract/report.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const NAME = 'shared/contract/contract.api.md';
const FILE = path.join(ROOT, NAME);
const HEADING = `# What host and remotes share

Written by \`npm run contract-report\`; a change here is a change of the contract and needs a new CONTRACT_VERSION.

\`\`\`ts
`;

/** The report of the branch point with main, so that several changes on a branch need one new version. */
function publishedReport(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  for (const branch of ['main', 'origin/main', 'HEAD'])
    try {
      return git('show', `${git('merge-base', branch, 'HEAD').trim()}:${NAME}`);
    } catch {
      // No git, no such branch, or no report there yet.
    }
  return null;
}

const isCheck = process.argv.includes('--check');
const current = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
const report = `${HEADING}${createReport(ROOT)}\n\`\`\`\n`;
const published = publishedReport() ?? current;
const problem = published ? versionProblem(published, report) : null;
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else if (isCheck && report !== current) {
  console.error(`${NAME} is not what the code declares: run \`npm run contract-report\` and commit it.`);
  process.exitCode = 1;
} else {
  if (!isCheck) writeFileSync(FILE, report);
  console.log(`The contract: ${compareReports(published || report, report)} against what is published.`);
}
