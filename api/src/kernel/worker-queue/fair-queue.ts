/** A queue that serves callers in rotation, and each caller's entries in the order in which they came. */
export class FairQueue<T> {
  #entriesByCaller = new Map<string, T[]>();

  add(caller: string, entry: T): void {
    const entries = this.#entriesByCaller.get(caller);
    if (entries) entries.push(entry);
    else this.#entriesByCaller.set(caller, [entry]);
  }

  /** Puts an entry at the head of the whole queue. */
  addFirst(caller: string, entry: T): void {
    const others = [...this.#entriesByCaller];
    const entries = this.#entriesByCaller.get(caller) ?? [];
    this.#entriesByCaller.clear();
    this.#entriesByCaller.set(caller, [entry, ...entries]);
    for (const [name, theirs] of others) if (name !== caller) this.#entriesByCaller.set(name, theirs);
  }

  take(): T | undefined {
    for (const [caller, [first, ...others]] of this.#entriesByCaller) {
      this.#entriesByCaller.delete(caller);
      if (others.length > 0) this.#entriesByCaller.set(caller, others);
      return first;
    }
    return undefined;
  }

  remove(caller: string, entry: T): void {
    const entries = (this.#entriesByCaller.get(caller) ?? []).filter((each) => each !== entry);
    if (entries.length > 0) this.#entriesByCaller.set(caller, entries);
    else this.#entriesByCaller.delete(caller);
  }

  countOf(caller: string): number {
    return this.#entriesByCaller.get(caller)?.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.#entriesByCaller.size === 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const entries of this.#entriesByCaller.values()) yield* entries;
  }
}
