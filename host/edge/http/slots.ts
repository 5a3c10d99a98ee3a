/** No connection to the API within the time that a call waits for one. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

export interface Slots {
  /** Waits for its turn. @throws NoConnection when that takes longer than `timeoutMs` */
  acquire(timeoutMs: number): Promise<void>;
  release(): void;
}

/**
 * Lets so many requests go at a time; the others wait in order. The queue of Node's agent cannot do it: a request that
 * waits there hears of no timeout until it has its connection.
 */
export function createSlots(max: number): Slots {
  let taken = 0;
  const waiting = new Set<() => void>();
  return {
    acquire(timeoutMs) {
      if (taken < max) {
        taken++;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(enter);
          reject(new NoConnection());
        }, timeoutMs);
        const enter = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.add(enter);
      });
    },
    release() {
      const [next] = waiting;
      if (!next) return void taken--;
      waiting.delete(next);
      next();
    },
  };
}
