// Runs the benchmarks of `tools/bench`, or those that are named, and prints one table. `--rounds 3` and `--files 200` shorten a run.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { table, type Row } from './bench/row.ts';

interface Benchmark {
  run(options: { rounds?: number; files?: number }): Promise<Row[]>;
}

const folder = path.join(import.meta.dirname, 'bench');
/** Each benchmark by name: a folder with `index.ts`, or a file that exports `run`. */
const benchmarks = new Map(
  readdirSync(folder, { withFileTypes: true })
    .map((entry): [string, string] =>
      entry.isDirectory()
        ? [entry.name, path.join(folder, entry.name, 'index.ts')]
        : [path.basename(entry.name, '.ts'), path.join(folder, entry.name)],
    )
    .filter(
      ([, file]) => existsSync(file) && readFileSync(file, 'utf8').includes('export async function run('),
    ),
);

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, files: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !benchmarks.has(name));
if (unknown) {
  console.error(`There is no benchmark named ${unknown}. There are: ${[...benchmarks.keys()].join(', ')}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, file] of benchmarks) {
  if (positionals.length && !positionals.includes(name)) continue;
  console.log(`${name} …`);
  const benchmark = (await import(file)) as Benchmark;
  const { rounds, files } = values;
  rows.push(
    ...(await benchmark.run({
      ...(rounds !== undefined && { rounds: Number(rounds) }),
      ...(files !== undefined && { files: Number(files) }),
    })),
  );
}
console.log(`\n${table(rows)}`);
process.exit(rows.every(({ ok }) => ok) ? 0 : 1);
