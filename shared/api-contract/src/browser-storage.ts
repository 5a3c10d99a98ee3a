// The one door to what a page stores in its browser: names are declared in stored-items.ts, and a browser that refuses
// storage costs nobody more than what was to be remembered.
import type { StoredName } from './stored-items.ts';

type Area = 'localStorage' | 'sessionStorage';

/** @returns the text; null where nothing is stored; undefined where the browser refuses storage */
function read(area: Area, name: string): string | null | undefined {
  try {
    return window[area].getItem(name);
  } catch {
    return undefined;
  }
}

/** @returns false where the browser refuses storage or it is full */
function write(area: Area, name: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(name);
    else window[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export const readLocal = (name: StoredName<'local'>): string | null | undefined => read('localStorage', name);
/** Stores a text for this browser; null removes it. */
export const writeLocal = (name: StoredName<'local'>, text: string | null): boolean =>
  write('localStorage', name, text);
export const readSession = (name: StoredName<'session'>): string | null | undefined =>
  read('sessionStorage', name);
/** Stores a text for this tab; null removes it. */
export const writeSession = (name: StoredName<'session'>, text: string | null): boolean =>
  write('sessionStorage', name, text);

/** Removes what earlier versions stored and this one does not: a copy of the id of the statistics, a closed banner. */
export function removeLegacyItems(): void {
  for (const name of ['wm_device', 'wm_do_not_sell_dismissed']) write('localStorage', name, null);
}

/** A stored value, as JSON; null where there is none or it cannot be read any more. */
export function parseStored(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export function readCookie(name: StoredName<'cookie'>): string | undefined {
  const start = `${name}=`;
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}
/** Sets a cookie that scripts may read; 0 seconds remove it. The value is written as it is. */
export function writeCookie(name: StoredName<'cookie'>, value: string, maxAgeSeconds: number): void {
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`;
}
