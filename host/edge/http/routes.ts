/** The headers that decide. */
interface Caller {
  accept?: string | undefined;
  'x-requested-with'?: string | string[] | undefined;
}

export type Route =
  | { kind: 'asset' | 'remote-file' | 'tile' | 'worker'; file: string }
  | { kind: 'alive' | 'ready' | 'release' | 'registry' | 'favicon' | 'robots' | 'web-manifest' }
  | { kind: 'api' }
  | { kind: 'page' };

const FOLDERS = [
  ['/assets/', 'asset'],
  ['/remotes/', 'remote-file'],
  ['/basemap/', 'tile'],
] as const;
/** Its address says of which pages it is the service worker: of all. */
const WORKER = '/notifications-worker.js';
const OWN: Record<string, Exclude<Route['kind'], 'asset' | 'remote-file' | 'tile' | 'worker'>> = {
  '/livez': 'alive',
  '/readyz': 'ready',
  '/platform/release': 'release',
  '/platform/registry': 'registry',
  '/favicon.svg': 'favicon',
  '/favicon.ico': 'favicon',
  '/robots.txt': 'robots',
  '/manifest.webmanifest': 'web-manifest',
};
const API =
  /^\/(services|internal|checkoutapi|developer|mailbox|platform)(\/|$)|^\/oauth2\/(?!authorize(\/|$))|^\/profile\/[^/]+\/picture\/?$/;

/** Who answers a request. */
export function routeOf(method: string, path: string, headers: Caller): Route {
  for (const [start, kind] of FOLDERS)
    if (path.startsWith(start)) return { kind, file: decoded(path.slice(start.length)) };
  if (path === WORKER) return { kind: 'worker', file: WORKER.slice(1) };
  const own = OWN[path];
  if (own) return { kind: own };
  if (API.test(path) || isAuthCall(method, path, headers)) return { kind: 'api' };
  return { kind: 'page' };
}

/** Below `/auth/` lie both pages and calls: a browser that wants to see something gets the page. */
function isAuthCall(
  method: string,
  path: string,
  { accept = '', 'x-requested-with': caller }: Caller,
): boolean {
  if (!path.startsWith('/auth/')) return false;
  if (/^\/auth\/logout\/?$/.test(path) || caller !== undefined) return true;
  return (method !== 'GET' && method !== 'HEAD') || !accept.includes('text/html');
}

function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return '';
  }
}
