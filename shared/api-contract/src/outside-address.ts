import { sitePath } from './site-path.ts';

/** What an address outside this site may begin with. `app`: the private scheme of an app, a host name turned round. */
type Scheme = 'https' | 'http' | 'loopback' | 'app' | 'mail' | 'phone';

export type AddressFault = 'characters' | 'fragment' | 'wildcard' | 'account' | 'host' | 'scheme';

/** RFC 3986: no blank, control, backslash or letter of another script, which browsers drop or read as something else. */
const CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
/** RFC 8252: without a dot a scheme is the browser's own, such as `filesystem:`, or nobody's. */
const APP_SCHEME = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isAllowed({ protocol, hostname }: URL, schemes: readonly Scheme[]): boolean {
  const isOf: Record<Scheme, boolean> = {
    https: protocol === 'https:',
    http: protocol === 'http:',
    loopback: protocol === 'http:' && LOOPBACK_HOSTS.has(hostname),
    app: APP_SCHEME.test(protocol),
    mail: protocol === 'mailto:',
    phone: protocol === 'tel:',
  };
  return schemes.some((scheme) => isOf[scheme]);
}

/**
 * The one decision about addresses outside this site that somebody typed: of links, and of apps that members return to.
 * Only what a list allows passes; `sitePath` decides about addresses of this site.
 * @returns what is wrong with it; null where nothing is
 */
export function findAddressFault(text: string, schemes: readonly Scheme[]): AddressFault | null {
  if (!CHARACTERS.test(text)) return 'characters';
  if (!URL.canParse(text)) return 'host';
  const url = new URL(text);
  if (!isAllowed(url, schemes)) return 'scheme';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username || url.password) return 'account';
  // A host that is read as another one than is written: with an empty account, as a number, or with `%` in it.
  const isAsWritten = text.toLowerCase().startsWith(`${url.protocol}//${url.host}`);
  return isAsWritten && !url.hostname.includes('*') ? null : 'host';
}

/** @returns what keeps members from being sent back to an address of an app; null where nothing does */
export function findRedirectFault(uri: string): AddressFault | null {
  const fault = findAddressFault(uri, ['https', 'loopback', 'app']);
  if (fault) return fault;
  if (uri.includes('#')) return 'fragment';
  return uri.includes('*') ? 'wildcard' : null;
}

function normalLink(text: string, schemes: readonly Scheme[]): string | null {
  const href = URL.canParse(text) ? new URL(text).href : text;
  return findAddressFault(href, schemes) === null ? href : null;
}

/**
 * An address that a member puts behind a link to a page elsewhere, in its normal form: a host of another script as
 * browsers write it.
 */
export const outsideLink = (text: string): string | null => normalLink(text, ['https', 'loopback']);

/** An address that an operator puts behind a link: a path of this site, or a page, mailbox or telephone elsewhere. */
export const operatorLink = (text: string): string | null =>
  sitePath(text) ?? normalLink(text, ['https', 'http', 'mail', 'phone']);

/** Sentences about addresses that apps send members back to. */
export const REDIRECT_FAULTS: Readonly<Record<AddressFault, string>> = {
  characters:
    'Write the address without spaces and signs that addresses do not have; a host in another script begins with “xn--”.',
  fragment: 'Write the address without “#” and what follows it.',
  wildcard: 'Write each address out. “*” stands for nothing here.',
  account: 'Write the address without a user name or password before the host.',
  host: 'Write a whole address with the name of its host, such as https://app.example/callback.',
  scheme:
    'Begin with https://, with http://localhost or http://127.0.0.1 for the machine itself, or with a scheme of the app that has a dot, such as com.example.app:/callback.',
};
