import { link, mkdir, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EMPTY_REGISTRY, Registry, RegistryProblem } from './model.ts';

export interface RegistryStore {
  /** The newest registry. With one known before, only what came after it is read. */
  read(known?: Registry): Promise<Registry>;
  /** Stores the next revision. @returns false when someone else took that revision first */
  commit(next: Registry): Promise<boolean>;
  /**
   * Applies a change to the newest registry, again when someone else was faster. A change that returns what it got is none.
   * @throws RegistryProblem when `expected` is given and is not the newest revision
   */
  change(apply: (registry: Registry) => Registry, expected?: number): Promise<Registry>;
}

/** Revisions whose text is kept beside their number. */
const KEPT = 50;
const TRIES = 200;

/**
 * The registry in a folder. Each revision is a file that comes into being whole and only once (a hard link does not
 * replace), so one writer wins each revision and a killed one leaves no lock behind. `registry.json` is the newest
 * revision, or one that leads there.
 */
export function openStore(folder: string): RegistryStore {
  const current = path.join(folder, 'registry.json');
  const revisions = path.join(folder, 'revisions');
  const fileOf = (revision: number) => path.join(revisions, `${revision}.json`);

  async function read(known?: Registry): Promise<Registry> {
    let newest = known ?? parse(await textOf(current), current) ?? EMPTY_REGISTRY;
    for (let revision = newest.revision + 1; ; revision++) {
      const text = await textOf(fileOf(revision));
      if (text === null) return newest;
      newest = parse(text, fileOf(revision)) ?? newest;
    }
  }

  async function commit(next: Registry): Promise<boolean> {
    await mkdir(revisions, { recursive: true });
    const draft = path.join(folder, `.registry-${crypto.randomUUID()}`);
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(`${JSON.stringify(next, null, 1)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await link(draft, fileOf(next.revision));
    } catch (error) {
      await rm(draft, { force: true });
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    await rename(draft, current);
    // The number stays taken, or a writer that slept for long could win it a second time.
    if (next.revision > KEPT) await truncate(fileOf(next.revision - KEPT)).catch(() => {});
    return true;
  }

  async function change(apply: (registry: Registry) => Registry, expected?: number): Promise<Registry> {
    for (let tries = 0; tries < TRIES; tries++) {
      const base = await read();
      if (expected !== undefined && base.revision !== expected)
        throw new RegistryProblem(
          `Someone else changed the registry: it is at revision ${base.revision}, not ${expected}. Look at the history and try again.`,
        );
      const next = apply(base);
      if (next === base) return base;
      const numbered = { ...next, revision: base.revision + 1 };
      if (await commit(numbered)) return numbered;
      await pause(Math.random() * 20);
    }
    throw new RegistryProblem('The registry changes too often to get a turn. Try again in a moment.');
  }

  return { read, commit, change };
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @returns null for no file, and for an old revision of which only the number is left */
function parse(text: string | null, file: string): Registry | null {
  if (!text) return null;
  const result = Registry.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new RegistryProblem(`${file} is damaged: ${result.error.issues[0]?.path.join('.')}.`);
}
