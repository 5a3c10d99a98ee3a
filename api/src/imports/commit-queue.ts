import type { ReadImport } from './import-rows.ts';

/** Files that one transaction stores at most, and bytes of their series. */
const MAX_FILES = 12;
const MAX_BYTES = 4 << 20;
/** How long a file that was read waits for others to be committed with. */
const LINGER_MS = 100;

const bytesOf = ({ workouts }: ReadImport): number =>
  workouts
    .flatMap((workout) => [workout, ...workout.legs])
    .flatMap(({ encoded }) => encoded)
    .reduce((sum, { data }) => sum + data.length, 0);

/** Collects files that were read, so that one transaction commits several of them: most of its cost is its own. */
export class CommitQueue {
  readonly #commit: (group: readonly ReadImport[]) => Promise<void>;
  #waiting: ReadImport[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The commits so far: one group after the other. */
  #running: Promise<void> = Promise.resolve();

  /** @param commit never rejects */
  constructor(commit: (group: readonly ReadImport[]) => Promise<void>) {
    this.#commit = commit;
  }

  /** Takes a file that was read. While a full group waits for the one before it, so does the caller. */
  async add(read: ReadImport): Promise<void> {
    this.#waiting.push(read);
    this.#bytes += bytesOf(read);
    // What was begun before and never ended is committed by itself.
    const isFull = this.#waiting.length >= MAX_FILES || this.#bytes >= MAX_BYTES || read.row.tries > 1;
    if (!isFull) {
      this.#timer ??= setTimeout(() => void this.flush(), LINGER_MS);
      return;
    }
    const before = this.#running;
    void this.flush();
    await before;
  }

  /** Commits what waits. Settles when all that was added is committed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const group = this.#waiting;
    if (group.length > 0) {
      this.#waiting = [];
      this.#bytes = 0;
      this.#running = this.#running.then(() => this.#commit(group));
    }
    return this.#running;
  }
}
