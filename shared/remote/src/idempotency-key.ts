/** The key under which a form is saved. */
export interface IdempotencyKey {
  /** The same for the same content until `clear`, so that a repeat after a lost answer creates nothing new. */
  keyFor: (content: unknown) => string;
  /** The save has succeeded: the next one is a new wish. */
  clear: () => void;
}

/**
 * The one place where forms get their idempotency keys. A key belongs to what is sent: changed content is another wish,
 * which the server would refuse under the old key.
 */
export function createIdempotencyKey(): IdempotencyKey {
  let pending: { content: unknown; key: string } | undefined;
  return {
    keyFor(content) {
      // Files have no text to compare: a form that carries some is the same only as the same object.
      const compared = content instanceof FormData ? content : JSON.stringify(content);
      if (!pending || pending.content !== compared) pending = { content: compared, key: newKey() };
      return pending.key;
    },
    clear: () => (pending = undefined),
  };
}

/** 128 random bits; also where the page has no secure context. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
