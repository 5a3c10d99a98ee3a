const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

export interface OwnHostOptions {
  /** Public address of the site. */
  siteUrl: string;
  /** Further names and addresses without ports; `*` allows every one. */
  allowedHosts: readonly string[];
}

/**
 * Decides whether a request is meant for this server, by its `Host`. A page of another site whose name an attacker
 * points at this machine (DNS rebinding) would otherwise read a local installation as if it were its own. Ports are
 * not compared: they differ behind tunnels and containers, and no name can be rebound by them.
 * @returns a check of a `Host` and the address at which the connection arrived, which always counts as the server's own
 */
export function createHostCheck({ siteUrl, allowedHosts }: OwnHostOptions) {
  const siteName = hostName(new URL(siteUrl).host) ?? '';
  const names = new Set([
    siteName,
    ...(LOOPBACK.includes(siteName) ? LOOPBACK : []),
    ...allowedHosts.map((name) => hostName(name) ?? name),
  ]);
  const isAnyAllowed = names.has('*');
  return (host: string | undefined, localAddress: string | undefined): boolean => {
    // Only HTTP/1.0 goes without, and browsers do not speak it.
    if (host === undefined || isAnyAllowed) return true;
    const name = hostName(host);
    if (name === null) return false;
    const local = localAddress?.toLowerCase().replace('::ffff:', '') ?? '';
    // A proxy on this machine may call by `localhost`, a name that nobody can point elsewhere.
    return names.has(name) || name === local || (name === 'localhost' && LOOPBACK.includes(local));
  };
}

/** The name in a `Host` without port, brackets and the dot at the end; null when it is not a host. */
function hostName(host: string): string | null {
  const found = /^(?:\[([\d:.a-f]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/.exec(host.toLowerCase());
  const name = found?.[1] ?? found?.[2];
  if (name === undefined) return null;
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
