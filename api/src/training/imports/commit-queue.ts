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

/** Groups files that were read into one transaction, whose cost hardly depends on their number. */
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

  /** Adds a file that was read. Resolves once a full group before it is committed, which limits memory. */
  async add(read: ReadImport): Promise<void> {
    this.#waiting.push(read);
    this.#bytes += bytesOf(read);
    // A file that was begun before without an end is committed alone.
    const isFull = this.#waiting.length >= MAX_FILES || this.#bytes >= MAX_BYTES || read.row.tries > 1;
    if (!isFull) {
      this.#timer ??= setTimeout(() => void this.flush(), LINGER_MS);
      return;
    }
    const before = this.#running;
    void this.flush();
    await before;
  }

  /** Commits the waiting files. Resolves when all added files are committed. */
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
