import { createHash, timingSafeEqual } from 'node:crypto';

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const NO_HASH = Buffer.alloc(32);

/**
 * The one decision about access by link: the caller sent the key that is valid now. It takes the same work whether there
 * is a key to compare with or not.
 */
export function canReadByLink(key: string | undefined, hash: Uint8Array | null): boolean {
  const isSame = timingSafeEqual(hashOfKey(key ?? ''), hash ?? NO_HASH);
  return isSame && hash !== null && key !== undefined;
}
