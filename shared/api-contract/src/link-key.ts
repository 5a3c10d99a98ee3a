/** Query parameter that carries the key of a thing that is accessible by link, in pages and calls alike. */
export const LINK_KEY_PARAM = 'key';

/** 128 random bits in base64url. */
const LINK_KEY = /^[\w-]{22}$/;

/** The key in the query of an address (`?key=…`); null where there is none or where it cannot be one. */
export function linkKeyOf(search: string): string | null {
  const key = new URLSearchParams(search).get(LINK_KEY_PARAM);
  return key !== null && LINK_KEY.test(key) ? key : null;
}

/** A query carries something in the place of a key, as it is or inside an address that the visitor is to come back to. */
export const hasLinkKey = (search: string): boolean =>
  new URLSearchParams(search).has(LINK_KEY_PARAM) || /(%3F|%26)key(%3D|=)/i.test(search);

/** A text without the keys of addresses in it, for logs and reports. */
export const removeLinkKeys = (text: string): string =>
  text.replaceAll(/((?:[?&]|%3F|%26)key(?:=|%3D))[\w-]+/gi, '$1[removed]');

/** An address with a key at the end of its query; the address itself where there is no key. */
export function withLinkKey(address: string, key: string | null): string {
  if (key === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${LINK_KEY_PARAM}=${key}`;
}

/** An address about the same thing, with the key that this page was opened with. */
export const keepLinkKey = (address: string): string => withLinkKey(address, linkKeyOf(location.search));
