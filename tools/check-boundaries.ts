import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { exportedNames, importsOf } from './boundaries/imports.ts';
import { violation, type Package, type PartialLibraries } from './boundaries/rules.ts';

/** Lists that say which part of a library the host hands out. */
const PARTIAL = {
  'react-router-dom': 'host/src/federation/router.ts',
  '@tanstack/react-query': 'host/src/federation/queries.ts',
};

/**
 * Looks at every import of every package of the workspace.
 * @returns one line per import that crosses a border: where it is, what is wrong, what to do instead
 */
export function checkBoundaries(root: string): string[] {
  const packages = readPackages(root);
  const partial: PartialLibraries = {};
  for (const [library, list] of Object.entries(PARTIAL))
    if (existsSync(path.join(root, list)))
      partial[library] = { names: new Set(exportedNames(path.join(root, list))), list };
  return packages.flatMap((own) =>
    globSync('**/*.{ts,tsx,mjs}', {
      cwd: path.join(root, own.folder),
      exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
    }).flatMap((name) => {
      const file = path.posix.join(own.folder, name.replaceAll('\\', '/'));
      return importsOf(path.join(root, file)).flatMap((found) => {
        const problem = violation(file, found, own, packages, partial);
        return problem ? [`${file} ${problem}`] : [];
      });
    }),
  );
}

function readPackages(root: string): Package[] {
  const folders = [
    'host',
    'api',
    'e2e',
    'tools',
    ...readdirSync(root).filter((name) => name.startsWith('mfe-')),
  ];
  const shared = path.join(root, 'shared');
  if (existsSync(shared)) folders.push(...readdirSync(shared).map((name) => `shared/${name}`));
  // Tests of every package may use the test tools of the whole repository.
  const common = Object.keys(readManifest(root)?.devDependencies ?? {});
  return folders.flatMap((folder) => {
    const manifest = readManifest(path.join(root, folder));
    if (!manifest) return [];
    return [
      {
        folder,
        name: manifest.name,
        dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
        devDependencies: new Set([...common, ...Object.keys(manifest.devDependencies ?? {})]),
      },
    ];
  });
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}

if (import.meta.main) {
  const problems = checkBoundaries(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..')));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length ? `${problems.length} imports cross a border.` : 'Every import keeps to its side.',
  );
  process.exit(problems.length ? 1 : 0);
}
