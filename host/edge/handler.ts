import { MARK_SVG } from '@waymark/ui/mark-svg';
import type { ResolvedRemote } from '@waymark/contract/manifest';
import type { HostBuild } from './page/host-build.ts';
import { releaseOf } from './page/serve-page.ts';
import type { RemotesNow } from './page/remotes.ts';
import type { StartData } from './page/start-data.ts';
import { send, sendJson, sendProblem, SharedContent } from './http/answer.ts';
import type { ApiClient } from './http/api-client.ts';
import { byName, FOREVER, type SendFile } from './http/files.ts';
import { discardBody } from './http/request-body.ts';
import { routeOf, type Route } from './http/routes.ts';
import type { Visit } from './http/visit.ts';

type FileRoute = Extract<Route, { file: string }>;

export interface Parts {
  sendFile: SendFile;
  forward: (visit: Visit) => Promise<void>;
  servePage: (visit: Visit) => Promise<void>;
  /** Folder of each kind of file. */
  folders: Record<FileRoute['kind'], string>;
  hostBuild: () => Promise<HostBuild>;
  remotesNow: () => Promise<RemotesNow>;
  startData: Pick<StartData, 'settings'>;
  api: ApiClient;
  isStopping: () => boolean;
}

const DAY = 'public, max-age=86400';
const READY_MS = 2000;
/** How files are handed out: what never changes under its name is kept for good. */
const FILES: Record<FileRoute['kind'], Parameters<SendFile>[3]> = {
  asset: { caching: byName },
  'remote-file': {
    caching: () => FOREVER,
    // Scripts with integrity are fetched with CORS, also by a page of another origin that overrides a remote.
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  },
  tile: { caching: () => DAY },
  // Asked for at each visit of a browser that has it; it fetches nothing.
  worker: { caching: () => 'no-cache', headers: { 'content-security-policy': "default-src 'none'" } },
};

/** Answers one request, whoever it is for. */
export function createHandler(parts: Parts): (visit: Visit) => Promise<void> {
  return async (visit) => {
    const { request, path } = visit;
    const method = request.method ?? 'GET';
    const route = routeOf(method, path, request.headers);
    if (route.kind === 'api') return parts.forward(visit);
    discardBody(visit);
    if (method !== 'GET' && method !== 'HEAD')
      return sendProblem(visit, 405, 'method_not_allowed', 'This address can only be read.', {
        allow: 'GET, HEAD',
      });
    if ('file' in route) return serveFile(parts, visit, route);
    if (route.kind === 'page') return parts.servePage(visit);
    return serveOwn(parts, visit, route.kind);
  };
}

async function serveFile(
  { sendFile, folders }: Parts,
  visit: Visit,
  { kind, file }: FileRoute,
): Promise<void> {
  if (await sendFile(visit, folders[kind], file, FILES[kind])) return;
  // Tiles of the open sea are not baked: there is nothing on them.
  if (kind === 'tile' && /^\d+\/\d+\/\d+\.pbf$/.test(file))
    return void visit.response.writeHead(204, { 'cache-control': DAY }).end();
  return sendProblem(visit, 404, 'not_found', 'There is no such file.', FILES[kind].headers);
}

const registryContents = new WeakMap<
  readonly ResolvedRemote[],
  { release: string; content: SharedContent }
>();

/** The registry as everybody gets it, made once for each change. */
function registryContent(release: string, now: RemotesNow): SharedContent {
  const remotes = now.remotes(null);
  let known = registryContents.get(remotes);
  if (known?.release !== release) {
    known = {
      release,
      content: new SharedContent(JSON.stringify({ release, revision: now.revision, remotes })),
    };
    registryContents.set(remotes, known);
  }
  return known.content;
}

async function serveOwn(
  parts: Parts,
  visit: Visit,
  kind: Exclude<Route['kind'], FileRoute['kind'] | 'api' | 'page'>,
): Promise<void> {
  switch (kind) {
    case 'alive':
      return sendJson(visit, 200, { ok: true });
    case 'ready':
      return serveReady(parts, visit);
    case 'release': {
      const [{ assets }, now] = await Promise.all([parts.hostBuild(), parts.remotesNow()]);
      return sendJson(visit, 200, { release: releaseOf(assets, now) });
    }
    case 'registry': {
      const [{ assets }, now] = await Promise.all([parts.hostBuild(), parts.remotesNow()]);
      const content = registryContent(releaseOf(assets, now), now);
      return sendJson(visit, 200, content, { 'access-control-allow-origin': '*' });
    }
    case 'favicon':
      return send(visit, 200, { 'content-type': 'image/svg+xml', 'cache-control': DAY }, MARK_SVG);
    case 'robots':
      return send(
        visit,
        200,
        { 'content-type': 'text/plain; charset=utf-8', 'cache-control': DAY },
        'User-agent: *\nDisallow: /services/\nDisallow: /internal/\nDisallow: /checkoutapi/\nDisallow: /account/\n',
      );
    case 'web-manifest': {
      const { siteName } = (await parts.startData.settings()).appConfig;
      return sendJson(
        visit,
        200,
        {
          name: siteName,
          short_name: siteName,
          start_url: '/',
          display: 'standalone',
          background_color: '#FBFAF7',
          theme_color: '#FBFAF7',
          icons: [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
        },
        { 'content-type': 'application/manifest+json', 'cache-control': DAY },
      );
    }
  }
}

/** Ready when pages and calls can be answered: the host is built, the registry can be read, the API is ready. */
async function serveReady({ api, hostBuild, remotesNow, isStopping }: Parts, visit: Visit): Promise<void> {
  if (isStopping()) return sendJson(visit, 503, { ok: false, reason: 'stopping' });
  try {
    await Promise.all([hostBuild(), remotesNow()]);
  } catch {
    return sendJson(visit, 503, { ok: false, reason: 'build or registry' });
  }
  const answer = await api.get('/readyz', {}, READY_MS).catch(() => null);
  return answer?.status === 200
    ? sendJson(visit, 200, { ok: true })
    : sendJson(visit, 503, { ok: false, reason: 'api' });
}
