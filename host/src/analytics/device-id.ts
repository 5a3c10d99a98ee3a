import { readCookie, writeCookie } from '@waymark/api-contract/browser-storage';

const COOKIE = 'wm_device';
const MAX_AGE_SECONDS = 365 * 24 * 3600;

/**
 * The random id by which statistics tell browsers apart, for 365 days from the day on which it is made: another visit
 * does not lengthen them. Only for visitors whose consents allow statistics.
 */
export function ensureDeviceId(): string {
  const stored = readCookie(COOKIE);
  if (stored !== undefined && /^[\w-]{8,64}$/.test(stored)) return stored;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  writeCookie(COOKIE, id, MAX_AGE_SECONDS);
  return id;
}

export const removeDeviceId = (): void => writeCookie(COOKIE, '', 0);
