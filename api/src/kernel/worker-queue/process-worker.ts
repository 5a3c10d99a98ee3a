import { type ChildProcess, fork } from 'node:child_process';
import type { WorkerEvents, WorkerHandle } from './worker-queue.ts';

export interface ProcessOptions {
  file: URL;
  heapLimitMb: number;
  /** Options of Node beside the heap's. */
  nodeOptions?: readonly string[];
  /** Receives each process that is started. */
  onStart?: (child: ChildProcess) => void;
}

/** A worker process came to an end that nobody asked for. */
export class WorkerProcessEnded extends Error {
  override readonly name = 'WorkerProcessEnded';
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote on its standard error. */
  readonly stderr: string;

  constructor(code: number | null, signal: NodeJS.Signals | null, stderr: string) {
    super(`the worker process ended with ${signal ?? `code ${code}`}: ${stderr}`);
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** Characters of a process's standard error that an error carries. */
const MAX_STDERR_CHARACTERS = 2000;

/**
 * Starts child processes of a file for a `WorkerQueue`: for work that may end the process that does it, whatever limits
 * a thread has.
 */
export const processWorker =
  <Message>({ file, heapLimitMb, nodeOptions = [], onStart }: ProcessOptions) =>
  ({ onMessage, onEnd }: WorkerEvents<Message>): WorkerHandle => {
    const child = fork(file, {
      // Flags of this process, such as those of a test runner or profiler, are not for its workers.
      execArgv: [`--max-old-space-size=${heapLimitMb}`, '--no-warnings', ...nodeOptions],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    onStart?.(child);
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
    });
    child.on('message', (message) => onMessage(message as Message));
    child.on('error', onEnd);
    child.on('close', (code, signal) => onEnd(new WorkerProcessEnded(code, signal, stderr)));
    return {
      // A process that has ended fails its task by its 'close' event.
      post: (request) => void child.send(request, () => {}),
      ref: () => refProcess(child),
      unref: () => unrefProcess(child),
      terminate: () => void child.kill('SIGKILL'),
    };
  };

type Handle = { ref(): void; unref(): void };

/** What keeps a process alive for a child: the child itself, its channel and its standard error. */
const handlesOf = (child: ChildProcess): Handle[] =>
  [child, child.channel, child.stderr as unknown as Handle | null].filter(
    (handle) => handle !== null && handle !== undefined,
  );

function unrefProcess(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.unref();
}

export function refProcess(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.ref();
}
