import { useSession } from '@waymark/remote';
import { useCallback, useEffect, useState } from 'react';

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

/**
 * Text that outlives the page and a lost connection until it is sent: kept in this browser, for this member.
 * @param name of what is written, such as `comment.42`
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { userId } = useSession();
  const key = `waymark.draft.${userId}.${name}`;
  const [text, setText] = useState('');
  useEffect(() => setText(read(key)), [key]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      write(key, next);
    },
    [key],
  );
  return [text, change];
}
