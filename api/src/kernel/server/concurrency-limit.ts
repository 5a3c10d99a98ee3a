import { currentCaller } from './current-work.ts';

export interface ConcurrencyLimitOptions {
  /** Pieces of work under way at a time. */
  max: number;
  /** What is bounded of one caller; without it all callers wait in one line, however long. */
  perCaller?: {
    max: number;
    /** Waiting for their turn; further ones are refused. */
    maxWaiting: number;
    refused: () => Error;
  };
}

interface Waiting {
  caller: string;
  begin: () => void;
}

/** Bounds work that costs memory, threads or another server's time, in all and for each caller. */
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
    const { max, perCaller } = this.#options;
    if (this.#running >= max) return false;
    return !perCaller || (this.#runningByCaller.get(caller) ?? 0) < perCaller.max;
  }

  #take(caller: string): void {
    this.#running++;
    this.#runningByCaller.set(caller, (this.#runningByCaller.get(caller) ?? 0) + 1);
  }

  #acquire(caller: string): Promise<void> | void {
    if (this.#hasRoom(caller)) return this.#take(caller);
    const { perCaller } = this.#options;
    if (perCaller) {
      const waiting = [...this.#waiting].filter((other) => other.caller === caller);
      if (waiting.length >= perCaller.maxWaiting) throw perCaller.refused();
    }
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
