import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, told from a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the kernel's clock ticks; empty where the system does not tell. */
  started: string;
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain anything; none where there is no such file. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

export const identify = (pid: number): ProcessIdentity => ({ pid, started: statOf(pid)[19] ?? '' });

/** True while a process runs; one that has ended and waits for its parent does not. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = statOf(pid);
  if (stat[0] === 'Z' || stat[0] === 'X') return false;
  const now = stat[19] ?? '';
  return !now || !started || now === started;
}

/** True for a process that has ended and whose parent has not asked for it; false where the system does not tell. */
export const isZombie = (pid: number): boolean => statOf(pid)[0] === 'Z';

/** Processes that work in a folder; none where the system does not tell. */
export function processesIn(folder: string): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid && workingFolder(pid) === folder);
  } catch {
    return [];
  }
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
