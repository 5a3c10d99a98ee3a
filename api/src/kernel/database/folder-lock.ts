import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

export interface FolderLock {
  file: string;
  release(): void;
}

/** Keeps a data folder to one process. @throws Error naming the process that holds it */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'waymark.lock');
  const mine = identify(process.pid);
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      return { file, release: () => releaseLock(file, mine) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = readText(file);
    const holder = parseHolder(text);
    if (holder && isAlive(holder))
      throw new Error(
        `Waymark is already running on this data folder (process ${holder.pid}). Stop it first or choose another DATA_DIR.`,
      );
    takeAway(file, text);
  }
  throw new Error(`The lock ${file} changes all the time. Is another Waymark starting on this data folder?`);
}

/** Moves a stale lock aside; puts it back if another process replaced it in between. */
function takeAway(file: string, expected: string | null): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readText(aside) !== expected) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process holds the lock by now; the next round says so.
    }
  }
  rmSync(aside, { force: true });
}

function releaseLock(file: string, mine: ProcessIdentity): void {
  if (parseHolder(readText(file))?.pid === mine.pid) rmSync(file, { force: true });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string | null): ProcessIdentity | null {
  try {
    return text ? (JSON.parse(text) as ProcessIdentity) : null;
  } catch {
    return null;
  }
}

/** In a container a restarted process often has its predecessor's number: the time of its start tells them apart. */
const isAlive = (holder: ProcessIdentity): boolean =>
  holder.pid === process.pid ? holder.started === identify(process.pid).started : isRunning(holder);
