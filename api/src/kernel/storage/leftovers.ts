import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { PART } from './disk.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Folders in which files are unpacked, or held while they are read. Each is in use for minutes. */
const TEMPORARY = /^waymark-(entry|gz|course)-\w{6}$/;

/** What a killed process left behind, by the place it lies in. */
interface Places {
  /** Where the store keeps its files. */
  files: string;
  /** Where this machine keeps temporary ones. */
  temporary?: string;
}

const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);

/**
 * Other processes may write into the same folders, on this machine or another: only age tells what nobody writes any
 * more.
 */
async function removeLeft(place: string, before: number, owner?: number): Promise<number> {
  const found = await lstat(place).catch(() => null);
  if (!found || found.mtimeMs >= before || (owner !== undefined && found.uid !== owner)) return 0;
  return rm(place, { recursive: true, force: true }).then(
    () => 1,
    () => 0,
  );
}

async function sweepParts(folder: string, before: number, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(folder)) {
    if (signal?.aborted) break;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removed += await sweepParts(place, before, signal);
    else if (entry.isFile() && PART.test(entry.name)) removed += await removeLeft(place, before);
  }
  return removed;
}

async function sweepTemporary(folder: string, before: number, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(folder)) {
    if (signal?.aborted) break;
    if (!entry.isDirectory() || !TEMPORARY.test(entry.name)) continue;
    // All users of a machine share the folder: what is another's stays.
    removed += await removeLeft(path.join(folder, entry.name), before, process.getuid?.());
  }
  return removed;
}

/** Removes files that were never written to their end, and temporary folders, that nobody touched for a day. */
export async function sweepLeftovers(
  { files, temporary = tmpdir() }: Places,
  signal?: AbortSignal,
): Promise<{ parts: number; folders: number }> {
  const before = Date.now() - DAY_MS;
  return {
    parts: await sweepParts(files, before, signal),
    folders: await sweepTemporary(temporary, before, signal),
  };
}

/**
 * Sweeps now and each day from now on, beside all other work: what is young at a start is old the day after.
 * @returns ends it
 */
export function keepSwept(places: Places, log: Logger): () => Promise<void> {
  const ended = new AbortController();
  const sweep = async () => {
    try {
      const removed = await sweepLeftovers(places, ended.signal);
      if (removed.parts + removed.folders > 0) log.info(removed, 'leftovers of killed processes removed');
    } catch (error) {
      log.error({ err: error }, 'leftovers of killed processes were not removed');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, DAY_MS).unref();
  return () => {
    ended.abort();
    clearInterval(timer);
    return sweeping;
  };
}
