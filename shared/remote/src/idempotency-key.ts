import { parseStored, readSession, writeSession } from '@waymark/api-contract/browser-storage';
import type { StoredName } from '@waymark/api-contract/stored-items';

/** The key under which a form is saved. */
export interface IdempotencyKey {
  /** The same for the same content until `clear`, so that a repeat after a lost answer creates nothing new. */
  keyFor: (content: unknown) => string;
  /** The save has succeeded: the next one is a new wish. */
  clear: () => void;
}

interface PendingKey {
  content: unknown;
  key: string;
}

/**
 * The one place where forms get their idempotency keys. A key belongs to `content`, which is what is sent or, for a form
 * that stays the same wish however it is changed, always the same: the server refuses changed content under a key whose
 * first save it has stored.
 * @param storageName keeps the key in the browser tab under this name, for a form whose content survives a reload
 */
export function createIdempotencyKey(storageName?: StoredName<'session'>): IdempotencyKey {
  let pending =
    storageName === undefined ? null : (parseStored(readSession(storageName)) as PendingKey | null);
  return {
    keyFor(content) {
      // Files have no text to compare: a form that carries some is the same only as the same object.
      const compared = content instanceof FormData ? content : JSON.stringify(content);
      if (!pending || pending.content !== compared) {
        pending = { content: compared, key: newKey() };
        if (storageName !== undefined) writeSession(storageName, JSON.stringify(pending));
      }
      return pending.key;
    },
    clear: () => {
      pending = null;
      if (storageName !== undefined) writeSession(storageName, null);
    },
  };
}

/** 128 random bits; also where the page has no secure context. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
