import { getSession } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { useCallback, useSyncExternalStore } from 'react';

const read = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

const write = (key: string, text: string): void => {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage: the text lasts as long as the page.
  }
};

const keyOf = (userId: number | null, name: string): string => `waymark.draft.${userId}.${name}`;

/** Whether the member has begun to write this. */
export const hasDraft = (name: string): boolean => read(keyOf(getSession().userId, name)) !== '';

const texts = new Map<string, string>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const textOf = (key: string): string => texts.get(key) ?? read(key);

/**
 * Text that outlives the page and a lost connection until it is sent: kept in this browser, for this member.
 * @param name of what is written, such as `comment.42`
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { userId } = useSession();
  const key = keyOf(userId, name);
  const text = useSyncExternalStore(
    subscribe,
    () => textOf(key),
    () => '',
  );
  const setText = useCallback(
    (next: string) => {
      texts.set(key, next);
      write(key, next);
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [text, setText];
}
