import type { Notification } from '@waymark/contract';
import type { Store } from '@waymark/store';

/** How long a notification stays by itself. */
export const AUTO_HIDE_MS = 60_000;

export interface Notice extends Notification {
  id: number;
}

let last = 0;

/** Shows a message in the bar; it goes by itself after a minute. @returns the function that takes it away */
export function pushNotice(notices: Store<readonly Notice[]>, notification: Notification): () => void {
  const id = ++last;
  const remove = () => {
    clearTimeout(timer);
    notices.set((all) => all.filter((notice) => notice.id !== id));
  };
  const timer = setTimeout(remove, AUTO_HIDE_MS);
  // The same sentence twice is one message; three at a time are enough to read.
  notices.set((all) =>
    [...all.filter((n) => n.text !== notification.text), { ...notification, id }].slice(-3),
  );
  return remove;
}
