const COOKIE = 'wm_device';
const MAX_AGE_SECONDS = 365 * 24 * 3600;
const ID = /(?:^|; )wm_device=([\w-]{8,64})(?:;|$)/;

/**
 * The random id by which statistics tell browsers apart, for 365 days from the day on which it is made: another visit
 * does not lengthen them. Only for visitors whose consents allow statistics.
 */
export function ensureDeviceId({ document, crypto }: Pick<Window, 'document' | 'crypto'>): string {
  const stored = ID.exec(document.cookie)?.[1];
  if (stored !== undefined) return stored;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  document.cookie = `${COOKIE}=${id}; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax`;
  return id;
}

/** Removes it, with the copy in the storage that earlier versions made. */
export function removeDeviceId(window: Window): void {
  window.document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`;
  try {
    window.localStorage.removeItem(COOKIE);
  } catch {
    // Where the browser forbids storage, no copy was made.
  }
}
