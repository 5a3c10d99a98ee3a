import { readResults } from './testing/results.ts';
import { matchRequirements } from './testing/requirements.ts';

const suites = readResults();
if (suites.length === 0) {
  console.log('No results yet: run `npm test` first.');
  process.exit(1);
}
const verbose = process.argv.includes('--verbose');
const rows = matchRequirements(suites.flatMap((s) => s.results));
for (const row of rows) {
  const mark = row.failing.length > 0 ? 'FAILS' : row.passing.length > 0 ? 'ok' : '-';
  console.log(
    `${row.id.padEnd(9)} ${mark.padEnd(6)} ${String(row.passing.length).padStart(3)} passing  ${row.owner.padEnd(20)} ${row.text.slice(0, 90)}`,
  );
  if (verbose) for (const title of row.passing) console.log(`            ${title}`);
  for (const title of row.failing) console.log(`            FAILS ${title}`);
}
const proven = rows.filter((row) => row.passing.length > 0 && row.failing.length === 0).length;
console.log(`\n${proven} of ${rows.length} requirements have a passing test and none that fails.`);
