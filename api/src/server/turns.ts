/** Waiting in line, fairly: one of each in turn, and of one the first to come. */
export class Turns<T> {
  #lines = new Map<string, T[]>();

  add(who: string, one: T): void {
    const line = this.#lines.get(who);
    if (line) line.push(one);
    else this.#lines.set(who, [one]);
  }

  /** Puts back what was taken too early: it comes before all others. */
  putBack(who: string, one: T): void {
    const others = [...this.#lines];
    const line = this.#lines.get(who) ?? [];
    this.#lines.clear();
    this.#lines.set(who, [one, ...line]);
    for (const [name, theirs] of others) if (name !== who) this.#lines.set(name, theirs);
  }

  take(): T | undefined {
    for (const [who, [first, ...others]] of this.#lines) {
      this.#lines.delete(who);
      if (others.length > 0) this.#lines.set(who, others);
      return first;
    }
    return undefined;
  }

  remove(who: string, one: T): void {
    const line = (this.#lines.get(who) ?? []).filter((each) => each !== one);
    if (line.length > 0) this.#lines.set(who, line);
    else this.#lines.delete(who);
  }

  /** How many of one wait. */
  of(who: string): number {
    return this.#lines.get(who)?.length ?? 0;
  }

  get empty(): boolean {
    return this.#lines.size === 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const line of this.#lines.values()) yield* line;
  }
}
