import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { RegistryProblem } from './model.ts';
import { changedFiles, labelOf, readManifest, refuseIncompatible, versionFolder } from './published.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const TEXT = /\.(js|css|json|svg)$/;

export interface Published {
  name: string;
  version: string;
  manifest: PublishedManifest;
  /** False when exactly this version was there already. */
  fresh: boolean;
}

/**
 * Copies a built remote into its immutable folder. Nothing changes for visitors yet.
 * @param offers contract version of the host
 * @throws RegistryProblem when a file differs from its hash, when the contract does not fit, or when the version is
 *   there with other content
 */
export async function publish(platformDir: string, dist: string, offers?: string): Promise<Published> {
  const manifest = await readManifest(dist);
  refuseIncompatible(manifest, offers);
  const changed = await changedFiles(dist, manifest);
  if (changed.length) throw new RegistryProblem(`${manifest.name} is not published. ${changed.join(' ')}`);

  const { name } = manifest;
  const version = labelOf(manifest);
  const target = versionFolder(platformDir, name, version);
  if (await isThere(target, manifest)) return { name, version, manifest, fresh: false };
  const draft = path.join(platformDir, 'remotes', name, `.${version}-${crypto.randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await Promise.all(manifest.files.map((file) => copyOne(dist, draft, file.path)));
    await writeFile(path.join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    // What was copied is what is served, so it is what must be right.
    const lost = await changedFiles(draft, manifest);
    if (lost.length) throw new RegistryProblem(`${name} changed while it was published. ${lost.join(' ')}`);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Someone published the same at the same time.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await isThere(target, manifest);
    return { name, version, manifest, fresh: false };
  }
  return { name, version, manifest, fresh: true };
}

/** @throws RegistryProblem when the folder holds anything else than this version */
async function isThere(folder: string, manifest: PublishedManifest): Promise<boolean> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return false;
  const same = text === `${JSON.stringify(manifest, null, 1)}\n`;
  if (same && (await changedFiles(folder, manifest)).length === 0) return true;
  throw new RegistryProblem(
    `${manifest.name} ${labelOf(manifest)} is published with other content. A published version never changes: raise the version and build again.`,
  );
}

/** Copies a file and puts a brotli copy beside it, taken over from the build when it holds the same. */
async function copyOne(from: string, to: string, name: string): Promise<void> {
  await copyFile(path.join(from, name), path.join(to, name));
  if (!TEXT.test(name)) return;
  const content = await readFile(path.join(to, name));
  const built = await readFile(path.join(from, `${name}.br`)).catch(() => null);
  const kept = built && (await decompress(built).catch(() => null))?.equals(content) ? built : null;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(path.join(to, `${name}.br`), kept ?? (await compress(content, { params })));
}
