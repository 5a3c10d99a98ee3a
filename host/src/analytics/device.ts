const KEY = 'wm_device';
const DAYS = 365;

/** The id of this browser, kept 365 days in a cookie, with storage as its second home. */
export function deviceId(window: Window): string {
  const { document } = window;
  const kept = new RegExp(`(?:^|; )${KEY}=([\\w-]{8,64})`).exec(document.cookie)?.[1] ?? stored(window);
  const id = kept ?? randomId(window);
  document.cookie = `${KEY}=${id}; path=/; max-age=${DAYS * 24 * 3600}; samesite=lax`;
  try {
    window.localStorage.setItem(KEY, id);
  } catch {
    // The cookie does.
  }
  return id;
}

function stored(window: Window): string | undefined {
  try {
    const id = window.localStorage.getItem(KEY);
    return id && /^[\w-]{8,64}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const randomId = (window: Window): string =>
  Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  );
