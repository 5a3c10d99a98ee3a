import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Boot, HostAssets } from '../../boot.ts';
import { createLog } from '../log.ts';
import { FALLBACK_SETTINGS } from '../page/fallback-settings.ts';
import { NO_PROXIES } from '../http/trusted-proxies.ts';
import { openPlatform, type Platform } from '../registry/platform.ts';
import { integrityOf } from '../registry/published.ts';
import { createEdge, type Edge, type EdgeOptions } from '../server.ts';
import { testFolder } from './fixtures.ts';

export const SETTINGS = {
  ...FALLBACK_SETTINGS,
  appConfig: { ...FALLBACK_SETTINGS.appConfig, siteName: 'Waymark <test>', countries: ['us', 'de'] },
};
export const MEMBER = {
  authToken: 'token-of-the-member',
  expires_in: 600,
  user: null,
  premium: null,
  consents: null,
  deletion: null,
  rollouts: [{ rollout_name: 'mapping', variant_name: 'maplibre' }],
};
export const COOKIE = 'waymark_refresh=of-the-member';

const SCRIPT = `console.log('${'main '.repeat(300)}')`;

/** Writes a folder in the form of the host's build. */
export async function builtHost(folder: string, hash = 'aaaabbbbccccdddd'): Promise<void> {
  const files: Record<string, string> = {
    'react.0a1b2c3d.js': '// react',
    'main.1a2b3c4d.js': SCRIPT,
    'fed.2a2b3c4d.js': '// fed',
    'barlow-latin-600.3a2b3c4d.woff2': 'font',
    'LICENSE.txt': 'Apache',
  };
  const assets: HostAssets = {
    main: ['react.0a1b2c3d.js', 'main.1a2b3c4d.js'],
    home: ['home.2a3b4c5d.js'],
    fed: ['fed.2a2b3c4d.js'],
    inlineCss: '.wm-shell{color:red}</style>',
    fonts: ['barlow-latin-600.3a2b3c4d.woff2'],
    integrity: Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.js'))
        .map(([name, text]) => [name, integrityOf(text)]),
    ),
    hash,
  };
  await mkdir(path.join(folder, 'client'), { recursive: true });
  await mkdir(path.join(folder, 'server'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, 'client', name), text);
  await writeFile(
    path.join(folder, 'server/shell.mjs'),
    `let renders = 0;
    export const renderShell = (boot, path) => {
      if (path === '/throws') throw new Error('planted');
      return '<style>x</style><header data-renders="' + ++renders + '">' + path.replace(/[<&"]/g, '') +
        (boot.session?.authToken ?? '') + '</header>';
    };`,
  );
  await mkdir(path.join(folder, 'worker'), { recursive: true });
  await writeFile(path.join(folder, 'worker/notifications-worker.js'), '// worker');
  await writeFile(path.join(folder, 'assets.json'), JSON.stringify(assets));
}

/** A server that answers like the API; a test may answer itself. */
export async function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ANSWERS: Record<string, object> = {
  '/platform/settings': SETTINGS,
  '/platform/rollouts': { rollouts: [{ rollout_name: 'survey', variant_name: 'show_survey' }] },
  '/auth/session': MEMBER,
  '/readyz': { ok: true },
};

export interface TestEdge {
  edge: Edge;
  folder: string;
  platform: Platform;
  hostDist: string;
  /** What the API was asked, in order. */
  asked: IncomingMessage[];
  log: string[];
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
}

/** An edge on fixture folders, before an API that knows what pages ask for. `api` answers first; true means it did. */
export async function startTestEdge(
  t: TestContext,
  given: Partial<EdgeOptions> & { api?: (...of: Parameters<RequestListener>) => boolean } = {},
): Promise<TestEdge> {
  const { api, ...options } = given;
  const folder = await testFolder(t);
  const hostDist = path.join(folder, 'host');
  await builtHost(hostDist);
  const asked: IncomingMessage[] = [];
  const log: string[] = [];
  const apiUrl = await startServer(t, (request, response) => {
    asked.push(request);
    if (api?.(request, response)) return;
    const body = ANSWERS[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not_found' }));
  });
  const platformDir = path.join(folder, 'platform');
  const edge = await createEdge({
    host: '127.0.0.1',
    port: 0,
    siteUrl: 'http://localhost',
    apiUrl,
    platformDir,
    hostDist,
    basemapDir: path.join(folder, 'basemap'),
    extraSources: [],
    proxies: NO_PROXIES,
    pseudoLocale: false,
    pageTimeoutMs: 800,
    callTimeoutMs: 10_000,
    allowedHosts: [],
    log: createLog('debug', (line) => void log.push(line)),
    ...options,
  });
  t.after(() => edge.close(0));
  return {
    edge,
    folder,
    platform: openPlatform(platformDir),
    hostDist,
    asked,
    log,
    get: (where, headers = {}, method = 'GET') =>
      fetch(edge.url + where, { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' }),
  };
}

/** The start data of a page. */
export function bootOf(html: string): Boot {
  const text = /id="waymark-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null';
  return JSON.parse(text) as Boot;
}
