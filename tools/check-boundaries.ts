import { existsSync } from 'node:fs';
import path from 'node:path';
import { handWrittenPaths } from './boundaries/api-paths.ts';
import { checkCycles } from './boundaries/cycles.ts';
import { checkDomains } from './boundaries/domains.ts';
import { readImportGraph, sourceFiles } from './boundaries/graph.ts';
import { exportedNames, importsOf } from './boundaries/imports.ts';
import { readPackages } from './boundaries/packages.ts';
import { ownRedirects } from './boundaries/redirects.ts';
import { undeclaredStorage } from './boundaries/storage.ts';
import { violation, type PartialLibraries } from './boundaries/rules.ts';

/** Lists that say which part of a library the host hands out. */
const PARTIAL = {
  'react-router-dom': 'host/src/federation/router.ts',
  '@tanstack/react-query': 'host/src/federation/queries.ts',
};

/**
 * Looks at every import of every package of the workspace.
 * @returns one line per problem: where it is, what is wrong, what to do instead
 */
export function checkBoundaries(root: string): string[] {
  const packages = readPackages(root);
  const partial: PartialLibraries = {};
  for (const [library, list] of Object.entries(PARTIAL))
    if (existsSync(path.join(root, list)))
      partial[library] = { names: new Set(exportedNames(path.join(root, list))), list };
  const violations = packages.flatMap((own) =>
    sourceFiles(root, own.folder).flatMap((file) =>
      importsOf(path.join(root, file)).flatMap((found) => {
        const problem = violation(file, found, own, packages, partial);
        return problem ? [`${file} ${problem}`] : [];
      }),
    ),
  );
  const handWritten = packages.flatMap((own) =>
    sourceFiles(root, own.folder).flatMap((file) => handWrittenPaths(file, path.join(root, file))),
  );
  const redirects = packages.flatMap((own) =>
    sourceFiles(root, own.folder).flatMap((file) => ownRedirects(file, path.join(root, file))),
  );
  const stored = packages.flatMap((own) =>
    sourceFiles(root, own.folder).flatMap((file) => undeclaredStorage(file, path.join(root, file))),
  );
  const graph = readImportGraph(root, packages);
  return [
    ...violations,
    ...handWritten,
    ...redirects,
    ...stored,
    ...checkCycles(graph),
    ...checkDomains(root, graph),
  ];
}

if (import.meta.main) {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
  const problems = checkBoundaries(root);
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length
      ? `${problems.length} problems with imports, tables, paths, redirects or storage.`
      : 'Every import keeps to its side, no circle of imports was found, no domain of the API reaches for what another owns, no page writes a path of the API, and nothing else redirects or stores in browsers than what may.',
  );
  process.exit(problems.length ? 1 : 0);
}
