import { type Draft, readDraft, writeDraft } from './draft-store.ts';

/** Debounce of writes; short, because a reload may come at any time. */
const WAIT_MS = 250;

export interface DraftAutosave {
  /** Reads the stored draft. @throws when the browser refuses storage */
  read(): Promise<Draft | null>;
  /** Stores the draft that `take` returns, debounced, and at the latest when the page is hidden. */
  schedule(take: () => Omit<Draft, 'tab' | 'at'> | null): void;
  /** Writes a pending draft now. */
  flush(): void;
  /** Called when another tab writes the same draft. */
  onEditedInOtherTab(listener: () => void): void;
  /** Called with whether the last write succeeded. */
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

/** Key of a draft: one for each member, task and route. */
export const draftKey = (userId: number, task: string, routeId: string | undefined): string =>
  [userId, task, routeId ?? 'new'].join(' ');

/** Autosaves a draft in this browser under a key of member and route. */
export function createDraftAutosave(key: string, tab: string = newTab()): DraftAutosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => Omit<Draft, 'tab' | 'at'> | null) | null = null;
  let over = false;
  let elsewhere = () => {};
  let onStored = (_kept: boolean) => {};
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
      () => onStored(true),
      () => onStored(false),
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
    onStored: (listener) => void (onStored = listener),
    stop() {
      flush();
      over = true;
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHidden);
      channel?.close();
    },
  };
}
