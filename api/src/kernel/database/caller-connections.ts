import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './unavailable.ts';

/** A call, and how many connections it has. */
interface Call {
  caller: string;
  connections: number;
  /** What a call started and what goes on without it is work in the background. */
  isOver: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/** Runs the work of a call, whose connections count as those of its caller; null is not bounded. */
export async function withConnectionsOf<T>(caller: string | null, work: () => Promise<T>): Promise<T> {
  if (caller === null) return work();
  const call: Call = { caller, connections: 0, isOver: false };
  try {
    return await calls.run(call, work);
  } finally {
    call.isOver = true;
  }
}

/**
 * Bounds how many calls of one caller have a connection. Calls that wait for a row which another one has locked keep
 * their connection meanwhile: a member whose archive is being brought in, or who changes thousands of workouts, could
 * take all connections from everybody by a dozen changes at once. Work in the background is not bounded.
 */
export class CallerConnections {
  readonly #maxPerCaller: number;
  readonly #timeoutMs: number;
  readonly #used = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor({ maxPerCaller, timeoutMs }: { maxPerCaller: number; timeoutMs: number }) {
    this.#maxPerCaller = maxPerCaller;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Before a connection is taken.
   * @returns the function that says it was given back
   * @throws DatabaseUnavailable when the caller's other calls keep theirs too long
   */
  async acquire(): Promise<() => void> {
    const call = calls.getStore();
    if (!call || call.isOver) return () => undefined;
    const { caller } = call;
    // A call that has a connection gets further ones: waiting for each other, several would never end.
    if (call.connections > 0 || this.#usedBy(caller) < this.#maxPerCaller) this.#take(caller);
    else await this.#waitForTurn(caller);
    call.connections++;
    return () => {
      call.connections--;
      this.#release(caller);
    };
  }

  #usedBy(caller: string): number {
    return this.#used.get(caller) ?? 0;
  }

  #take(caller: string): void {
    this.#used.set(caller, this.#usedBy(caller) + 1);
  }

  #waitForTurn(caller: string): Promise<void> {
    const waiting = this.#waiting.get(caller) ?? new Set();
    this.#waiting.set(caller, waiting);
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        if (waiting.size === 0) this.#waiting.delete(caller);
      };
      const begin = () => {
        stop();
        this.#take(caller);
        resolve();
      };
      const timer = setTimeout(() => {
        stop();
        reject(new DatabaseUnavailable('timeout', 'the caller has as many connections as it may'));
      }, this.#timeoutMs);
      waiting.add(begin);
    });
  }

  #release(caller: string): void {
    const left = this.#usedBy(caller) - 1;
    if (left > 0) this.#used.set(caller, left);
    else this.#used.delete(caller);
    if (left >= this.#maxPerCaller) return;
    const [begin] = this.#waiting.get(caller) ?? [];
    begin?.();
  }
}
