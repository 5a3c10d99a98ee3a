/**
 * The version of everything that host and remotes share: events, session, navigation, calls, manifest.
 * A remote publishes the version it was built against; the host refuses another major, or a newer minor than its own.
 */
export const CONTRACT_VERSION = '4.0.0';

/**
 * May a remote built against `needs` run in a host that offers `offers`? Same major, and not newer than the host.
 * @throws never; a version that is not `x.y.z` is incompatible.
 */
export function isCompatible(needs: string, offers: string = CONTRACT_VERSION): boolean {
  const a = parts(needs);
  const b = parts(offers);
  if (!a || !b || a[0] !== b[0]) return false;
  return a[1] < b[1] || (a[1] === b[1] && a[2] <= b[2]);
}

function parts(version: string): [number, number, number] | null {
  const m = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return m ? [Number(m[1]), Number(m[2]), Number(m[3])] : null;
}
