import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './results.ts';

/** Loading the API takes longer than most files' tests: few enough processes for that, enough of them to share the cores. */
const FILES_PER_PROCESS = 8;

/**
 * Writes modules that each run several test files in one process, one after the other and each as a suite, so that
 * their hooks stay their own.
 * @param suite names the folder of the modules
 * @param files paths from the root
 * @returns paths of the modules, from the root
 */
export function writeBatches(suite: string, files: readonly string[]): string[] {
  const folder = `.cache/batches/${suite}`;
  rmSync(path.join(ROOT, folder), { recursive: true, force: true });
  mkdirSync(path.join(ROOT, folder), { recursive: true });
  return batchesOf(files).map((batch, index) => {
    const module = `${folder}/${index + 1}.test.mjs`;
    writeFileSync(path.join(ROOT, module), source(batch));
    return module;
  });
}

/** Neighbours go to different batches: the long tests of one folder would else wait for each other. */
export function batchesOf(files: readonly string[]): string[][] {
  const batches = Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (): string[] => []);
  for (const [index, file] of files.entries()) batches[index % batches.length]!.push(file);
  return batches;
}

const source = (files: readonly string[]): string =>
  [
    "import { describe } from 'node:test';",
    ...files.map(
      (file) =>
        `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(pathToFileURL(path.join(ROOT, file)).href)}));`,
    ),
    '',
  ].join('\n');
