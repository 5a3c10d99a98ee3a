import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { getSession } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { createStore } from '@waymark/store';
import { useCallback, useSyncExternalStore } from 'react';

const keyOf = (userId: number | null, name: string) => `waymark.draft.${userId}.${name}` as const;

/** Whether the member has begun to write this. */
export const hasDraft = (name: string): boolean => Boolean(readLocal(keyOf(getSession().userId, name)));

/** Texts written since the page was loaded; they also hold where the browser keeps nothing. */
const texts = createStore<Readonly<Record<string, string>>>({});

/**
 * Text that outlives the page and a lost connection until it is sent: kept in this browser, for this member.
 * @param name of what is written, such as `comment.42`
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { userId } = useSession();
  const key = keyOf(userId, name);
  const text = useSyncExternalStore(
    texts.subscribe,
    () => texts.get()[key] ?? readLocal(key) ?? '',
    () => '',
  );
  const setText = useCallback(
    (next: string) => {
      writeLocal(key, next || null);
      texts.patch({ [key]: next });
    },
    [key],
  );
  return [text, setText];
}

interface EditDraft {
  text: string;
  /** @param basedOn the stored text when the change was begun; by default that of the draft */
  setText: (text: string, basedOn?: string) => void;
  /** There is a draft, and nobody has changed the stored text since it was begun. */
  isCurrent: boolean;
}

/** As `useDraft`, for a change of a stored text: it must not replace what was saved meanwhile from another device. */
export function useEditDraft(name: string, stored: string): EditDraft {
  const [text, setDraft] = useDraft(name);
  const [base, setBase] = useDraft(`${name}.base`);
  const setText = (next: string, basedOn = base || stored) => {
    setDraft(next);
    setBase(next && basedOn);
  };
  return { text, setText, isCurrent: text !== '' && base === stored };
}
