import { spawn, type ChildProcess } from 'node:child_process';
import { execPath } from 'node:process';

const SHELL = `read _; sleep "$4"; grep -q "\\"pid\\":$2," "$3" 2>/dev/null && kill -INT "$1" 2>/dev/null; exit 0`;
const SCRIPT = `process.stdin.resume().on('end', () => setTimeout(() => {
  try { if (JSON.parse(require('fs').readFileSync(process.argv[3], 'utf8')).pid === Number(process.argv[2])) process.kill(Number(process.argv[1]), 'SIGINT'); } catch {}
  process.exit();
}, Number(process.argv[4]) * 1000))`;

/**
 * A small process that stops the server after its parent died without doing so. It holds the other end of a pipe, so
 * that even SIGKILL is noticed, and waits for `graceSeconds`: when the lock file names another process by then, that one
 * has adopted the server.
 */
export function watchParent(serverPid: number, lockFile: string, graceSeconds: number): ChildProcess {
  const args = [String(serverPid), String(process.pid), lockFile, String(graceSeconds)];
  const [program, all] =
    process.platform === 'win32'
      ? [execPath, ['-e', SCRIPT, ...args]]
      : ['sh', ['-c', SHELL, 'waymark-watchdog', ...args]];
  const dog = spawn(program, all, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  dog.on('error', () => undefined);
  dog.stdin?.on('error', () => undefined);
  dog.unref();
  (dog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return dog;
}
