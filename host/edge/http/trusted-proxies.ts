import { isIP, SocketAddress } from 'node:net';

/** The proxies in front of the edge: how many there are, or at which addresses. */
export type TrustedProxies = { count: number } | { addresses: ReadonlySet<string> };

export const NO_PROXIES: TrustedProxies = { count: 0 };
const MOST = 10;
const WORDS: Readonly<Record<string, number>> = { '': 0, false: 0, true: 1 };
const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** An address in the one form in which addresses are compared. */
function plainAddress(text: string): string {
  const address = text.replace(MAPPED_IPV4, '');
  return isIP(address) === 6 ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}

/**
 * Reads `TRUST_PROXY`: a number of proxies, `true` for one, `false` for none, or the address of each. Networks are
 * refused: a visitor inside one could not be told from a proxy, and what such a visitor writes would count.
 * @throws Error that says what can be written
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const word = text.trim().toLowerCase();
  const count = WORDS[word] ?? (/^\d+$/.test(word) ? Number(word) : undefined);
  if (count !== undefined && count <= MOST) return { count };
  const entries = word.split(/[\s,]+/);
  for (const entry of entries)
    if (!isIP(entry))
      throw new Error(
        `"${entry}" is neither a number of proxies from 0 to ${MOST} nor the address of one, such as 10.0.0.8. Of proxies whose addresses change, write how many there are.`,
      );
  return { addresses: new Set(entries.map(plainAddress)) };
}

export const hasProxies = (proxies: TrustedProxies): boolean => !('count' in proxies) || proxies.count > 0;

/** The address in an entry, which some proxies write with a port or brackets; null for anything else. */
function addressIn(entry: string): string | null {
  const address =
    /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(address) ? plainAddress(address) : null;
}

/**
 * Finds whom the trusted proxies speak for. Each of them adds whom it was called by at the end of `x-forwarded-for`, so
 * that the list is read from its end, as far as proxies are trusted: what stands before was written by the visitor.
 * @returns the visitor's address, and how many trusted proxies brought the request
 */
export function findVisitorAddress(
  forwardedFor: string,
  peerAddress: string,
  proxies: TrustedProxies,
): { address: string; proxyCount: number } {
  const entries = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  let address = plainAddress(peerAddress);
  let proxyCount = 0;
  // Each listed proxy is passed once.
  const remaining = new Set('addresses' in proxies ? proxies.addresses : []);
  const isProxy = () => ('count' in proxies ? proxyCount < proxies.count : remaining.delete(address));
  while (isProxy()) {
    proxyCount++;
    const previous = addressIn(entries.pop() ?? '');
    // Where a proxy names no address, it counts itself: never what stands further left.
    if (previous === null) break;
    address = previous;
  }
  return { address, proxyCount };
}
