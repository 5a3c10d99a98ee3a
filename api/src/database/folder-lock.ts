import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface FolderLock {
  file: string;
  release(): void;
}

interface Holder {
  pid: number;
  started: string;
}

/** Keeps a data folder to one process. @throws Error naming the process that holds it */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'waymark.lock');
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) };
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

function releaseLock(file: string, mine: Holder): void {
  if (parseHolder(readText(file))?.pid === mine.pid) rmSync(file, { force: true });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string | null): Holder | null {
  try {
    return text ? (JSON.parse(text) as Holder) : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  // In a container a restarted process often has its predecessor's number.
  if (pid === process.pid) return started === startOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return !now || !started || now === started;
}

/** When a process started, in the kernel's clock ticks; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
