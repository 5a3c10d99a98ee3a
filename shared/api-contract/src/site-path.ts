/** A host that no address can have. */
const NO_SITE = 'http://site.invalid';
const MAX_LENGTH = 8192;
// Browsers read a backslash as a slash, and drop tabs and line breaks.
const UNSAFE = /[\p{Cc}\\]/u;

/**
 * The one decision about where a visitor may be sent by an address that came from outside (`next`, `redirect_uri`, a
 * link that a script follows): only to a path of this site. The result is the normalised path, which is decided the
 * same way when it is given again.
 * @param siteUrl where given, a full address of this site counts as its path
 * @returns path, query and fragment; null when the address must not be followed
 */
export function sitePath(target: string | null | undefined, siteUrl?: string): string | null {
  if (!target || target.length > MAX_LENGTH || UNSAFE.test(target)) return null;
  const { origin } = new URL(siteUrl ?? NO_SITE);
  const isFullAddress = siteUrl !== undefined && target.startsWith(`${origin}/`);
  const path = isFullAddress ? target.slice(origin.length) : target;
  if (!path.startsWith('/') || path.startsWith('//')) return null;
  const url = new URL(path, NO_SITE);
  // Dot segments that are taken out can leave two slashes at the start: the address of another site.
  if (url.origin !== NO_SITE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
