import { globSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { importsOf } from './imports.ts';
import type { Package } from './rules.ts';

/** Every source file of the workspace with the workspace files that it imports; paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const SOURCE = '**/*.{ts,tsx,mjs}';

/** Source files of a package, relative to the root, in a stable order. */
export function sourceFiles(root: string, folder: string): string[] {
  return globSync(SOURCE, {
    cwd: path.join(root, folder),
    exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
  })
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .sort();
}

/** Reads the imports of every source file, types included, and resolves those that lead to a workspace file. */
export function readImportGraph(root: string, packages: readonly Package[]): ImportGraph {
  const resolveSpecifier = createResolver(root, packages);
  return new Map(
    packages
      .flatMap(({ folder }) => sourceFiles(root, folder))
      .map((file) => [
        file,
        [
          ...new Set(
            importsOf(path.join(root, file)).flatMap(
              ({ specifier }) => resolveSpecifier(file, specifier) ?? [],
            ),
          ),
        ],
      ]),
  );
}

type Resolve = (importer: string, specifier: string) => string | null;

function createResolver(root: string, packages: readonly Package[]): Resolve {
  const byName = new Map(packages.map((entry) => [entry.name, entry.folder]));
  const exportsOf = new Map(packages.map(({ folder }) => [folder, readExports(path.join(root, folder))]));
  return (importer, specifier) => {
    if (specifier.startsWith('.'))
      return existingFile(root, path.posix.join(path.posix.dirname(importer), specifier));
    const [scope = '', name = '', ...rest] = specifier.split('/');
    const folder = byName.get(`${scope}/${name}`);
    if (folder === undefined) return null;
    const target = matchExport(exportsOf.get(folder) ?? {}, ['.', ...rest].join('/'));
    return target === null ? null : existingFile(root, path.posix.join(folder, target));
  };
}

function readExports(folder: string): Record<string, string> {
  const file = path.join(folder, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { exports?: Record<string, string> }).exports ?? {};
}

function matchExport(entries: Record<string, string>, subpath: string): string | null {
  for (const [pattern, target] of Object.entries(entries)) {
    if (pattern === subpath) return target;
    const prefix = pattern.endsWith('*') ? pattern.slice(0, -1) : null;
    if (prefix && subpath.startsWith(prefix)) return target.replace('*', subpath.slice(prefix.length));
  }
  return null;
}

function existingFile(root: string, file: string): string | null {
  for (const candidate of [file, `${file}.ts`, `${file}.tsx`, `${file}/index.ts`]) {
    const full = path.join(root, candidate);
    if (existsSync(full) && statSync(full).isFile()) return candidate;
  }
  return null;
}

/** Every file that a file imports, directly or through others, with itself. */
export function reachableFiles(graph: ImportGraph, start: string): Set<string> {
  return new Set(distances(graph, [start]).keys());
}

/** How many imports away from one of the starting files each file is that can be reached from them. */
export function distances(graph: ImportGraph, starts: readonly string[]): Map<string, number> {
  const found = new Map(starts.map((file) => [file, 0]));
  const queue = [...starts];
  for (const file of queue)
    for (const next of graph.get(file) ?? [])
      if (!found.has(next)) {
        found.set(next, (found.get(file) ?? 0) + 1);
        queue.push(next);
      }
  return found;
}

/** The same graph with its imports turned round: which files import a file. */
export function invertGraph(graph: ImportGraph): ImportGraph {
  const inverted = new Map<string, string[]>();
  for (const [file, imports] of graph)
    for (const target of imports) inverted.set(target, [...(inverted.get(target) ?? []), file]);
  return inverted;
}
