import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'testing']);
const isTest = (name: string) => /\.test\.tsx?$/.test(name);

/** Hash over the content of files and folders, without tests and whatever is made from them. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const visit = (file: string) => {
    let children: string[] | null = null;
    try {
      children = readdirSync(file).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    }
    if (!children) return void hash.update(path.basename(file)).update('\0').update(readFileSync(file));
    for (const name of children)
      if (!SKIPPED.has(name) && !name.startsWith('.') && !isTest(name)) visit(path.join(file, name));
  };
  for (const file of paths) if (existsSync(file)) visit(file);
  return hash.digest('hex');
}

/** Folders of the workspace packages that a package is made of: its own and, in turn, those it depends on. */
export function workspaceFolders(root: string, folder: string): string[] {
  const found = new Set<string>();
  const visit = (at: string) => {
    if (found.has(at)) return;
    found.add(at);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith('@waymark/')) continue;
      const short = name.slice('@waymark/'.length);
      const shared = path.join(root, 'shared', short);
      visit(existsSync(shared) ? shared : path.join(root, short));
    }
  };
  visit(path.join(root, folder));
  return [...found];
}
