import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { CONTRACT_VERSION } from '@waymark/contract/version';
import { integrityOf } from '../registry/published.ts';

/** A folder that is gone after the test. */
export async function testFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-edge-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface RemoteFixture {
  name?: string;
  version?: string;
  contract?: string;
  /** Makes builds differ. */
  code?: string;
  pages?: PublishedManifest['pages'];
  /** Names of pages that stand alone; the chunk is their script. */
  standalone?: string[];
}

const LAYOUT = { wide: false, reduced: false, header: true, footer: true };

/** A page as a manifest has it, with everything ordinary filled in. */
export const page = (
  pattern: string,
  given: Partial<PublishedManifest['pages'][number]> = {},
): PublishedManifest['pages'][number] => ({
  pattern,
  guard: 'none',
  layout: LAYOUT,
  firstCalls: [],
  ...given,
});

/** Writes a folder in the form of `buildRemote`. @returns the folder and its manifest */
export async function builtRemote(
  parent: string,
  {
    name = 'mfe-trails',
    version = '1.0.0',
    contract = CONTRACT_VERSION,
    code = '',
    pages,
    standalone = [],
  }: RemoteFixture = {},
): Promise<{ dist: string; manifest: PublishedManifest }> {
  const entry = `window.${name.replaceAll('-', '_')} = {}; // ${code} ${'trail '.repeat(200)}`;
  const chunk = `// chunk of ${name} ${code}`;
  const names = { [`entry.${short(entry)}.js`]: entry, [`details.${short(chunk)}.js`]: chunk };
  const described = {
    name,
    version,
    pages: pages ?? [page('/trails'), page('/trails/:trailId(\\d+)', { chunk: 'details' })],
    contract,
    shared: { react: '^19.0.0' },
    entry: `entry.${short(entry)}.js`,
    chunks: { details: [`details.${short(chunk)}.js`] },
    ...(standalone.length > 0 && {
      standalone: Object.fromEntries(standalone.map((one) => [one, `details.${short(chunk)}.js`])),
    }),
    files: Object.entries(names).map(([path, text]) => ({
      path,
      bytes: Buffer.byteLength(text),
      integrity: integrityOf(text),
    })),
  };
  const hash = sha256(JSON.stringify(described)).slice(0, 16);
  const manifest: PublishedManifest = { ...described, hash };
  const dist = path.join(parent, `${name}-${hash}`);
  await mkdir(dist, { recursive: true });
  for (const [file, text] of Object.entries(names)) await writeFile(path.join(dist, file), text);
  await writeFile(path.join(dist, 'manifest.json'), JSON.stringify(manifest));
  return { dist, manifest };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const short = (text: string): string => sha256(text).slice(0, 8);
