/** No connection to the API within the time that a call waits for one. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
  /** The network has all places of its share: its own requests are what it waits for. */
  readonly isShareTaken: boolean;

  constructor(isShareTaken = false) {
    super();
    this.isShareTaken = isShareTaken;
  }
}

export interface Slots {
  /**
   * Waits for its turn.
   * @param network whose request it is; null is not counted apart
   * @returns gives the place to the next one; further calls do nothing
   * @throws NoConnection when that takes longer than `timeoutMs`
   */
  acquire(timeoutMs: number, network: string | null): Promise<() => void>;
}

interface Waiting {
  network: string | null;
  enter: () => void;
}

export interface SlotsOptions {
  /** Called for each request that waits although its network has places left: all are taken. */
  onFull?: (() => void) | undefined;
}

/**
 * Lets so many requests go at a time, and of each network no more than its share; the others wait in order. The queue of
 * Node's agent cannot do it: a request that waits there hears of no timeout until it has its connection.
 */
export function createSlots(max: number, maxPerNetwork = max, { onFull }: SlotsOptions = {}): Slots {
  let taken = 0;
  const takenByNetwork = new Map<string, number>();
  const waiting = new Set<Waiting>();

  const isShareTaken = (network: string | null) =>
    network !== null && (takenByNetwork.get(network) ?? 0) >= maxPerNetwork;
  const hasRoom = (network: string | null) => taken < max && !isShareTaken(network);

  function take(network: string | null): () => void {
    taken++;
    if (network !== null) takenByNetwork.set(network, (takenByNetwork.get(network) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      taken--;
      if (network !== null) {
        const left = (takenByNetwork.get(network) ?? 1) - 1;
        if (left > 0) takenByNetwork.set(network, left);
        else takenByNetwork.delete(network);
      }
      for (const next of waiting) {
        if (taken >= max) return;
        if (hasRoom(next.network)) next.enter();
      }
    };
  }

  return {
    acquire(timeoutMs, network) {
      if (hasRoom(network)) return Promise.resolve(take(network));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(entry);
          reject(new NoConnection(isShareTaken(network)));
        }, timeoutMs);
        const entry = {
          network,
          enter() {
            clearTimeout(timer);
            waiting.delete(entry);
            resolve(take(network));
          },
        };
        waiting.add(entry);
        if (!isShareTaken(network)) onFull?.();
      });
    },
  };
}
