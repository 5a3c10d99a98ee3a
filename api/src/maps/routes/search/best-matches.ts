/** One find: its place in the order (the lowest first), and what decides between equals. */
interface Found {
  key: number;
  id: number;
}

/** Keeps the first so many of any number of finds, in a time that hardly grows with how many are kept. */
export class BestMatches {
  #most: number;
  #before: (a: Found, b: Found) => number;
  #found: Found[] = [];
  #worst = Number.POSITIVE_INFINITY;

  /** @param newestFirst of equals the one with the higher id comes first */
  constructor(most: number, newestFirst: boolean) {
    this.#most = most;
    this.#before = newestFirst
      ? (a, b) => a.key - b.key || b.id - a.id
      : (a, b) => a.key - b.key || a.id - b.id;
  }

  add(key: number, id: number): void {
    if (key > this.#worst) return;
    this.#found.push({ key, id });
    if (this.#found.length >= this.#most * 2 + 64) this.#cut();
  }

  #cut(): void {
    this.#found.sort(this.#before);
    this.#found.length = Math.min(this.#found.length, this.#most);
    if (this.#found.length === this.#most) this.#worst = this.#found.at(-1)!.key;
  }

  /** Ids from one place in the order on. */
  from(offset: number): number[] {
    this.#cut();
    return this.#found.slice(offset).map(({ id }) => id);
  }
}
