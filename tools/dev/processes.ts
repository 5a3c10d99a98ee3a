import { concurrently, type ConcurrentlyResult } from 'concurrently';
import { readableLines } from './lines.ts';

export interface Part {
  name: string;
  /** Script below the root, and its arguments. */
  script: string;
  args?: string[];
  /** Starts it again when a file that it imports changes. */
  restarts?: boolean;
  env?: Record<string, string>;
}

const COLORS = ['cyan', 'magenta', 'yellow', 'green', 'blue', 'gray'];
const isWindows = process.platform === 'win32';
const quoted = (word: string) => (isWindows ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** Starts all parts side by side, each line of their output behind its name. A signal to this process reaches each of them. */
export function runParts(parts: readonly Part[], cwd: string): ConcurrentlyResult {
  const commands = parts.map(({ name, script, args = [], restarts, env = {} }) => {
    const watching = restarts ? ['--watch', '--watch-preserve-output'] : [];
    // The development server's proxy is behind the times.
    const quiet = ['ExperimentalWarning', 'DEP0060'].map((warning) => `--disable-warning=${warning}`);
    const words = [process.execPath, ...quiet, ...watching, script, ...args];
    // Without a shell in between a signal arrives.
    return { name, env, command: `${isWindows ? '' : 'exec '}${words.map(quoted).join(' ')}` };
  });
  return concurrently(commands, {
    cwd,
    prefix: 'name',
    padPrefix: true,
    prefixColors: COLORS,
    outputStream: readableLines(process.stdout),
    // Each part ends its own children: the database is stopped by the API, in order.
    ...(!isWindows && { kill: (pid: number, signal?: string) => void process.kill(pid, signal) }),
    killOthersOn: ['failure', 'success'],
  });
}
