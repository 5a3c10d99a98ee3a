import { type Draft, readDraft, writeDraft } from './draft-store.ts';

/** ms after a change: a reload may come at any time, and drawing goes on. */
const WAIT_MS = 250;

export interface DraftAutosave {
  /** What was kept when the page was opened. @throws when the browser refuses storage */
  read(): Promise<Draft | null>;
  /** Keeps what `take` gives, soon or at the latest when the page goes. */
  schedule(take: () => Omit<Draft, 'tab' | 'at'> | null): void;
  /** Writes what waits. */
  flush(): void;
  /** Called when another tab writes the same draft. */
  onEditedInOtherTab(listener: () => void): void;
  /** Called with whether the last write worked. */
  onStored(listener: (kept: boolean) => void): void;
  stop(): void;
}

/** What tabs tell each other through. */
interface Channel {
  postMessage: (message: unknown) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<Said>) => void) => void;
  close: () => void;
}

const openChannel = (): Channel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waymark.draft');

interface Said {
  key: string;
  tab: string;
}

const newTab = () => Math.random().toString(36).slice(2);

/** A member's course of a page; drafts are kept by it. */
export const draftKey = (userId: number, task: string, routeId: string | undefined): string =>
  [userId, task, routeId ?? 'new'].join(' ');

/** Keeps a course that is being drawn in this browser, under a key of the member and the route. */
export function createDraftAutosave(key: string, tab: string = newTab()): DraftAutosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => Omit<Draft, 'tab' | 'at'> | null) | null = null;
  let over = false;
  let elsewhere = () => {};
  let told = (_kept: boolean) => {};
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than this site
  const tell = (said: Said) => channel?.postMessage(said);
  channel?.addEventListener('message', ({ data }) => {
    if (data.key === key && data.tab !== tab) elsewhere();
  });

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const take = waiting;
    waiting = null;
    if (!take) return;
    const draft = take();
    writeDraft(key, draft && { ...draft, tab, at: Date.now() }).then(
      () => told(true),
      () => told(false),
    );
    if (draft) tell({ key, tab });
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', onHidden);

  return {
    read: () => readDraft(key),
    schedule(take) {
      if (over) return;
      waiting = take;
      timer ??= setTimeout(flush, WAIT_MS);
    },
    flush,
    onEditedInOtherTab: (listener) => void (elsewhere = listener),
    onStored: (listener) => void (told = listener),
    stop() {
      flush();
      over = true;
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHidden);
      channel?.close();
    },
  };
}
