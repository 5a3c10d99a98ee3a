// How much script each page loads, against the budgets in `size-budgets.json`; run after a build.
import path from 'node:path';
import { pageSizes, readBudgets } from './sizes/page-sizes.ts';
import { ROOT } from './testing/results.ts';

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6);
try {
  const sizes = pageSizes(ROOT, readBudgets(path.join(import.meta.dirname, 'size-budgets.json')));
  for (const { page, bytes, budget } of sizes)
    console.log(`${kB(bytes)} of ${kB(budget)} kB  ${page}${bytes > budget ? '  TOO MUCH' : ''}`);
  const over = sizes.filter(({ bytes, budget }) => bytes > budget);
  if (over.length) {
    console.error(
      `${over.map(({ page }) => page).join(', ')}: load later what the page can do without at first, or find what came in with the last change.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
