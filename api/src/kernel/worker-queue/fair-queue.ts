interface CallerEntries<T> {
  entries: Set<T>;
  /** Goes on where it stands: an iterator from the start would pass all that was taken before. */
  next: Iterator<T, undefined>;
}

/** A queue that serves callers in rotation, and each caller's entries in the order in which they came. */
export class FairQueue<T> {
  #byCaller = new Map<string, CallerEntries<T>>();
  /** Before all others, the last one first. */
  #heads: { caller: string; entry: T }[] = [];

  add(caller: string, entry: T): void {
    const known = this.#byCaller.get(caller);
    if (known) return void known.entries.add(entry);
    const entries = new Set([entry]);
    this.#byCaller.set(caller, { entries, next: entries.values() });
  }

  /** Puts an entry at the head of the whole queue. */
  addFirst(caller: string, entry: T): void {
    this.#heads.push({ caller, entry });
  }

  take(): T | undefined {
    const head = this.#heads.pop();
    if (head) return head.entry;
    for (const [caller, theirs] of this.#byCaller) {
      const entry = theirs.next.next().value as T;
      theirs.entries.delete(entry);
      this.#byCaller.delete(caller);
      if (theirs.entries.size > 0) this.#byCaller.set(caller, theirs);
      return entry;
    }
    return undefined;
  }

  remove(caller: string, entry: T): void {
    const theirs = this.#byCaller.get(caller);
    if (theirs?.entries.delete(entry)) {
      if (theirs.entries.size === 0) this.#byCaller.delete(caller);
      return;
    }
    this.#heads = this.#heads.filter((head) => head.entry !== entry);
  }

  countOf(caller: string): number {
    const heads = this.#heads.filter((head) => head.caller === caller).length;
    return heads + (this.#byCaller.get(caller)?.entries.size ?? 0);
  }

  get isEmpty(): boolean {
    return this.#heads.length === 0 && this.#byCaller.size === 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { entry } of this.#heads) yield entry;
    for (const { entries } of this.#byCaller.values()) yield* entries;
  }
}
