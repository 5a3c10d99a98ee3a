import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOrder, USAGE, type Order } from './waymark/arguments.ts';
import { carryOut } from './waymark/carry-out.ts';

const root = path.resolve(import.meta.dirname, '..');

async function build(remote: string): Promise<string> {
  const folder = path.join(root, remote);
  if (!/^mfe-[a-z-]+$/.test(remote) || !existsSync(path.join(folder, 'waymark.json')))
    throw new Error(`There is no remote "${remote}" here: no ${remote}/waymark.json.`);
  // Only a deploy that builds pays for loading webpack.
  const { buildRemote } = await import('@waymark/remote/build');
  console.log(`Building ${remote} …`);
  await buildRemote(folder, { mode: 'production' });
  return path.join(folder, 'dist');
}

let order: Order;
try {
  order = readOrder(process.argv.slice(2), process.env);
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exit(64);
}
try {
  process.exitCode = await carryOut(order, { build, print: (line) => console.log(line) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
