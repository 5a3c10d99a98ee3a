import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Package } from './rules.ts';

/** Every package of the workspace with what its manifest declares. */
export function readPackages(root: string): Package[] {
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
