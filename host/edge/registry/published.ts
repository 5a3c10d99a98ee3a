import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PublishedManifest, RemotePage } from '@waymark/contract/manifest';
import { CONTRACT_VERSION, isCompatible } from '@waymark/contract/version';
import { z } from 'zod';
import { RemoteName, VersionLabel, RegistryProblem } from './model.ts';

/** One name of a file: no folder, nothing hidden. */
const FILE_NAME = /^[\w@+-][\w.@+-]*$/;

export const labelOf = ({ version, hash }: PublishedManifest): string => `${version}+${hash.slice(0, 8)}`;

/** Folder of a published version. @throws RegistryProblem when name or version is not one */
export function versionFolder(platformDir: string, name: string, version: string): string {
  if (!RemoteName.safeParse(name).success)
    throw new RegistryProblem(`"${name}" is not the name of a remote. A remote is named mfe-something.`);
  if (!VersionLabel.safeParse(version).success)
    throw new RegistryProblem(`"${version}" is not a version. One is named like 1.4.0+3fa9c210.`);
  return path.join(platformDir, 'remotes', name, version);
}

/**
 * Reads the manifest of a version that was published, maybe before pages were checked as they are now.
 * @returns it without the pages that cannot be served, and a sentence for each of those
 * @throws RegistryProblem saying what else is wrong with it
 */
export async function readPublished(
  folder: string,
): Promise<{ manifest: PublishedManifest; badPages: string[] }> {
  const badPages: string[] = [];
  const manifest = await readManifest(folder, (pages) =>
    pages.filter((page) => {
      const problem = RemotePage.safeParse(page).error?.issues[0];
      if (problem)
        badPages.push(`Page ${JSON.stringify((page as Partial<RemotePage>)?.pattern)}: ${problem.message}`);
      return !problem;
    }),
  );
  return { manifest, badPages };
}

const ManifestWithPages = PublishedManifest.extend({ pages: z.array(z.unknown()) });
/** None of its pages may be left. */
const LoosePages = PublishedManifest.extend({ pages: z.array(RemotePage) });

/**
 * Reads the manifest in a folder. @param usable chooses among the pages; none unless given
 * @throws RegistryProblem saying what is wrong with it
 */
export async function readManifest(
  folder: string,
  usable?: (pages: unknown[]) => unknown[],
): Promise<PublishedManifest> {
  const file = path.join(folder, 'manifest.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new RegistryProblem(`${file} can't be read. Is this a built remote?`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RegistryProblem(`${file} is not JSON.`);
  }
  const pages = usable && ManifestWithPages.safeParse(json).data?.pages;
  const result = pages
    ? LoosePages.safeParse({ ...(json as object), pages: usable(pages) })
    : PublishedManifest.safeParse(json);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
    throw new RegistryProblem(`${file} is not a remote's manifest. ${wrong.join(' ')}`);
  }
  const { data } = result;
  const names = new Set(data.files.map((entry) => entry.path));
  const hidden = [...names].find((name) => !FILE_NAME.test(name) || name === 'manifest.json');
  if (hidden !== undefined) throw new RegistryProblem(`${file} names a file that can't be: "${hidden}".`);
  const missing = [data.entry, ...Object.values(data.chunks).flat()].find((name) => !names.has(name));
  if (missing !== undefined) throw new RegistryProblem(`${file} gives no hash for ${missing}.`);
  if (!VersionLabel.safeParse(labelOf(data)).success)
    throw new RegistryProblem(`${file} has a hash that can't be part of a version: "${data.hash}".`);
  return data;
}

/** Compares every file with its hash. @returns a sentence for each that is missing or changed */
export async function changedFiles(folder: string, manifest: PublishedManifest): Promise<string[]> {
  const results = await Promise.all(
    manifest.files.map(async ({ path: name, integrity }) => {
      const content = await readFile(path.join(folder, name)).catch(() => null);
      if (!content) return `${name} is missing.`;
      return integrity === integrityOf(content, integrity.split('-')[0])
        ? []
        : `${name} is not the file that the manifest was made for.`;
    }),
  );
  return results.flat();
}

/** @throws RegistryProblem naming both versions when a remote was built against a contract that the host does not offer */
export function refuseIncompatible(manifest: PublishedManifest, offers: string = CONTRACT_VERSION): void {
  if (!isCompatible(manifest.contract, offers))
    throw new RegistryProblem(
      `${manifest.name} ${labelOf(manifest)} was built against contract ${manifest.contract}, and this host offers ${offers}. Build it against ${offers} or update the host first.`,
    );
}

/** @param algorithm versions that were published earlier have 'sha384' */
export const integrityOf = (content: Buffer | string, algorithm = 'sha256'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
