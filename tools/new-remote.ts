import { matchPath, specificity } from '@waymark/contract/paths';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf, type NewRemote } from './scaffold/files.ts';

/**
 * Writes the folder of a new remote: one page, its test, its declaration.
 * @throws Error with what to do when the name or the path cannot be used
 */
export function createRemote(root: string, { name, path: page }: NewRemote): string {
  const folder = path.join(root, name);
  if (!/^mfe-[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error(
      `"${name}" cannot be a remote's name. Take mfe- and small letters, for instance mfe-races.`,
    );
  if (!/^\/[a-z0-9][\w/-]*$/.test(page))
    throw new Error(`"${page}" cannot be a page's address. Take a path, for instance /races.`);
  if (existsSync(folder)) throw new Error(`${name} is there already.`);
  const owner = readdirSync(root).find((other) => declares(path.join(root, other), page));
  if (owner) throw new Error(`${page} belongs to ${owner}. Take another path.`);
  for (const [file, content] of Object.entries(filesOf({ name, path: page }))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

function declares(folder: string, page: string): boolean {
  const file = path.join(folder, 'waymark.json');
  if (!existsSync(file)) return false;
  const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: { pattern: string }[] };
  return pages.some(({ pattern }) => matchPath(pattern, page) && specificity(pattern) >= specificity(page));
}

if (import.meta.main) {
  const [name = '', page = name.replace(/^mfe-/, '/')] = process.argv.slice(2);
  try {
    createRemote(path.join(import.meta.dirname, '..'), { name, path: page });
  } catch (error) {
    console.error(`${(error as Error).message}\n\nnpm run new-remote -- NAME [PATH]`);
    process.exit(64);
  }
  // The lock file has to know the new package before anything else runs.
  const { status } = spawnSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--loglevel=error'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  console.log(`${name} is there. \`npm start\` shows it at ${page}; \`npm test\` runs its test.`);
}
