import { filter, map, Subject, type Observable } from 'rxjs';

/** A right to call the API, as one tab hands it to another. It travels between tabs of one browser only. */
export interface Grant {
  authToken: string;
  userId: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

type TabMessage =
  | { type: 'grant'; grant: Grant; generation: number }
  | { type: 'ask'; newerThan: number }
  | { type: 'signed-out' };

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage: (message: unknown) => void;
  addEventListener: (type: 'message', listener: (event: { data: unknown }) => void) => void;
}

/** What the tabs of one browser tell each other about the session. */
export interface Tabs {
  /** Rises with each new grant in any tab; kept in storage so that a tab that missed a message knows it. */
  generation: () => number;
  /** Counts a new grant and hands it to the other tabs. @returns its generation */
  announce: (grant: Grant) => number;
  /** Asks who holds a newer grant than this one. */
  ask: (newerThan: number) => void;
  answer: (grant: Grant, generation: number) => void;
  signedOut: () => void;
  grants$: Observable<{ grant: Grant; generation: number }>;
  asked$: Observable<number>;
  signedOut$: Observable<unknown>;
}

/** Where tabs read and write the generation; what a browser refuses to store they only hear of. */
export interface GenerationStore {
  read: () => string | null | undefined;
  write: (generation: string) => void;
}

export function createTabs(channel: Channel | null, stored: GenerationStore): Tabs {
  const messages$ = new Subject<TabMessage>();
  channel?.addEventListener('message', (event) => messages$.next(event.data as TabMessage));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
  const post = (message: TabMessage) => channel?.postMessage(message);
  const of = <T extends TabMessage['type']>(type: T) =>
    messages$.pipe(filter((m): m is Extract<TabMessage, { type: T }> => m.type === type));
  const generation = () => Number(stored.read() ?? 0);
  return {
    generation,
    announce(grant) {
      const next = generation() + 1;
      stored.write(String(next));
      post({ type: 'grant', grant, generation: next });
      return next;
    },
    ask: (newerThan) => post({ type: 'ask', newerThan }),
    answer: (grant, generation) => post({ type: 'grant', grant, generation }),
    signedOut: () => post({ type: 'signed-out' }),
    grants$: of('grant'),
    asked$: of('ask').pipe(map((message) => message.newerThan)),
    signedOut$: of('signed-out'),
  };
}
