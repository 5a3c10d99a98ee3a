import { currentCaller } from './current-caller.ts';

export interface ConcurrencyLimitOptions {
  /** Pieces of work under way at a time. */
  max: number;
  /** Of one caller. */
  maxPerCaller: number;
  /** Of one caller, waiting for their turn; further ones are refused. */
  maxWaitingPerCaller: number;
  refused: () => Error;
}

interface Waiting {
  caller: string;
  begin: () => void;
}

/** Bounds work on the answering thread that costs memory or another server's time, in all and for each caller. */
export class ConcurrencyLimit {
  #options: ConcurrencyLimitOptions;
  #running = 0;
  #runningByCaller = new Map<string, number>();
  #waiting = new Set<Waiting>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Waits for its turn, by `currentCaller`. @throws what `refused` makes when too much of the caller's waits already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const caller = currentCaller();
    await this.#acquire(caller);
    try {
      return await work();
    } finally {
      this.#release(caller);
    }
  }

  #hasRoom(caller: string): boolean {
    const { max, maxPerCaller } = this.#options;
    return this.#running < max && (this.#runningByCaller.get(caller) ?? 0) < maxPerCaller;
  }

  #take(caller: string): void {
    this.#running++;
    this.#runningByCaller.set(caller, (this.#runningByCaller.get(caller) ?? 0) + 1);
  }

  #acquire(caller: string): Promise<void> | void {
    if (this.#hasRoom(caller)) return this.#take(caller);
    const { maxWaitingPerCaller, refused } = this.#options;
    const waiting = [...this.#waiting].filter((other) => other.caller === caller);
    if (waiting.length >= maxWaitingPerCaller) throw refused();
    return new Promise((resolve) => {
      this.#waiting.add({ caller, begin: resolve });
    });
  }

  #release(caller: string): void {
    this.#running--;
    const left = (this.#runningByCaller.get(caller) ?? 1) - 1;
    if (left > 0) this.#runningByCaller.set(caller, left);
    else this.#runningByCaller.delete(caller);
    for (const next of this.#waiting) {
      if (!this.#hasRoom(next.caller)) continue;
      this.#waiting.delete(next);
      this.#take(next.caller);
      return next.begin();
    }
  }
}
