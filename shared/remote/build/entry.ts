import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Compilation } from 'webpack';
import { BUILD_PLACEHOLDER, FILES_VARIABLE, INTEGRITY } from './runtime.ts';
import { sha256, integrityOf } from './webpack.ts';

/** The chunk that holds a remote's life cycles. */
export const EXPOSED_CHUNK = '__lifecycles';

/** The hash in a script's name: `details.4280d0d4.js`. */
const hashIn = (name: string): string => name.split('.').at(-2) ?? name;

/** A remote's name as a property of `window`. */
export const containerName = (remote: string): string => remote.replaceAll('-', '_');

/**
 * Joins what starts a remote into one script `entry.<hash>.js`: the integrity of its other scripts,
 * the exposed chunk, and the container. One request instead of three.
 * @returns the script's name, and the names of the files that are now inside it
 */
export async function joinEntry(
  folder: string,
  remote: string,
  compilation: Compilation,
): Promise<{ entry: string; joined: Set<string> }> {
  const container = compilation.entrypoints.get(containerName(remote))?.getFiles() ?? [];
  const exposed = compilation.namedChunkGroups.get(EXPOSED_CHUNK)?.getFiles() ?? [];
  // A chunk only adds itself to a list, so it may come before the container that reads the list.
  const joined = new Set([...exposed, ...container].filter((file) => file.endsWith('.js')));
  const names = (await readdir(folder)).filter((file) => file.endsWith('.js')).toSorted();
  const sources = new Map<string, string>();
  for (const name of names) sources.set(name, await readFile(join(folder, name), 'utf8'));

  const build = sha256(JSON.stringify([...sources])).slice(0, 8);
  const integrity: Record<string, string> = {};
  for (const [name, source] of sources) {
    const final = source.replaceAll(BUILD_PLACEHOLDER, build);
    sources.set(name, final);
    if (joined.has(name)) {
      await rm(join(folder, name));
    } else {
      await writeFile(join(folder, name), final);
      integrity[hashIn(name)] = integrityOf(final).slice(INTEGRITY.length);
    }
  }
  const parts = [...joined].map((name) => sources.get(name) ?? '');
  const script = `(()=>{const ${FILES_VARIABLE}=${JSON.stringify(integrity)};\n${parts.join('\n;')}\n})();\n`;
  const entry = `entry.${sha256(script).slice(0, 8)}.js`;
  await writeFile(join(folder, entry), script);
  return { entry, joined };
}
