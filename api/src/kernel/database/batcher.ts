import { AsyncLocalStorage } from 'node:async_hooks';
import { beginEffect, runAttempt } from './call-attempt.ts';
import { DatabaseUnavailable } from './unavailable.ts';

interface Pending<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Writes what was gathered for one key. @returns a result or an error for each item, in their order */
  write: (key: number, items: readonly Item[]) => Promise<readonly (Result | Error)[]>;
  /** Of two items with the same identity the second waits for the next batch. */
  identify: (item: Item) => number;
  maxItems: number;
  /** Batches of different keys that are written at once, each on a connection. */
  maxBatches: number;
}

/** A batch is the work of several callers: it counts as nobody's. */
const runDetached = AsyncLocalStorage.snapshot();

/**
 * Writes what many callers ask for at the same moment about the same row together, instead of one after the other: what
 * comes while a batch of its key is written goes into the next one. Nobody waits for a batch to fill.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #pending = new Map<number, Pending<Item, Result>[]>();
  readonly #writing = new Set<number>();

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  /** @throws what became of this item; the error of another item never */
  async add(key: number, item: Item): Promise<Result> {
    try {
      return await new Promise<Result>((resolve, reject) => {
        const entry = { item, resolve, reject };
        const pending = this.#pending.get(key);
        if (pending) pending.push(entry);
        else this.#pending.set(key, [entry]);
        runDetached(() => this.#start());
      });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // Whether its call may be repeated is decided for each caller.
      if (error.isOutcomeUnknown) beginEffect();
      throw new DatabaseUnavailable(error.reason, error.cause);
    }
  }

  /** Starts batches, those first whose key has waited longest, as far as there is room. */
  #start(): void {
    for (const key of this.#pending.keys()) {
      if (this.#writing.size >= this.#options.maxBatches) return;
      if (this.#writing.has(key)) continue;
      this.#writing.add(key);
      void this.#write(key, this.#take(key)).finally(() => {
        this.#writing.delete(key);
        this.#start();
      });
    }
  }

  /** The next batch of a key; the rest waits behind the other keys. */
  #take(key: number): Pending<Item, Result>[] {
    const { identify, maxItems } = this.#options;
    const batch = new Map<number, Pending<Item, Result>>();
    const rest: Pending<Item, Result>[] = [];
    for (const entry of this.#pending.get(key)!) {
      const identity = identify(entry.item);
      if (batch.size < maxItems && !batch.has(identity)) batch.set(identity, entry);
      else rest.push(entry);
    }
    this.#pending.delete(key);
    if (rest.length > 0) this.#pending.set(key, rest);
    return [...batch.values()];
  }

  async #write(key: number, batch: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await runAttempt(() => this.#options.write(key, items));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]!;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable)
        for (const { reject } of batch) reject(error);
      // It was rolled back: each by itself, so that only the one fails that made it fail.
      else for (const entry of batch) await this.#write(key, [entry]);
    }
  }
}
