// Serves the small host and the test remotes as the edge does, and breaks what it is told to break.
// Started by the browser tests: prints its address, ends when its input ends.
import { buildRemote } from '@waymark/remote/build';
import type { PublishedManifest, ResolvedRemote } from '@waymark/contract';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHost } from '../../../build/host.ts';
import type { HostAssets } from '../../../boot.ts';

/** How an address that the key, a regular expression, fits misbehaves. */
type Fault = 'refuse' | 'hang' | '500' | 'html' | 'changed';
interface Control {
  faults?: Record<string, Fault>;
  /** Laid over what the registry says of a remote. */
  remotes?: Record<string, Partial<ResolvedRemote>>;
  limits?: Record<string, number>;
}

const here = fileURLToPath(new URL('./', import.meta.url));
const out = join(here, '../../../../node_modules/.cache/federation-test', String(process.pid));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const NAMES = ['mfe-alpha', 'mfe-beta', 'mfe-broken'];

async function build(): Promise<void> {
  await buildHost({
    mode: 'production',
    // Several of these may build at once.
    cache: false,
    entry: './src/federation/testing/page.tsx',
    server: null,
    outDir: join(out, 'host'),
  });
  for (const name of NAMES)
    await buildRemote(join(here, 'remotes', name), {
      mode: 'production',
      cache: false,
      outDir: join(out, name),
    });
}

const read = <T>(path: string) => JSON.parse(readFileSync(join(out, path), 'utf8')) as T;
let control: Control = {};
let asked: string[] = [];

function resolved(name: string): ResolvedRemote {
  const { version, contract, shared, entry, files, pages } = read<PublishedManifest>(`${name}/manifest.json`);
  return {
    name,
    version,
    contract,
    shared,
    base: `/remotes/${name}/${version}/`,
    entry,
    integrity: files.find((file) => file.path === entry)?.integrity ?? '',
    pages,
    ...control.remotes?.[name],
  };
}

function page(response: ServerResponse): void {
  const nonce = crypto.randomUUID();
  const { main, inlineCss } = read<HostAssets>('host/assets.json');
  const boot = JSON.stringify({ remotes: NAMES.map(resolved), limits: control.limits ?? {} });
  response.writeHead(200, {
    'content-type': 'text/html',
    'content-security-policy': `default-src 'self'; img-src 'self' data:; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types waymark-host waymark-loader`,
  });
  response.end(`<!doctype html><html lang="en"><title>Federation</title><link rel="icon" href="data:,">
<script nonce="${nonce}">window.waymark={nonce:"${nonce}"}</script><style nonce="${nonce}">${inlineCss}</style>
<script type="application/json" id="waymark-boot">${boot}</script><div id="root"></div>
${main.map((file) => `<script defer nonce="${nonce}" src="/assets/${file}"></script>`).join('')}</html>`);
}

function fileAt(path: string): string | null {
  const remote = /^\/remotes\/([\w-]+)\/[^/]+\/([\w.-]+)$/.exec(path);
  const asset = /^\/assets\/([\w.-]+)$/.exec(path);
  const file = remote
    ? join(out, remote[1] ?? '', remote[2] ?? '')
    : asset && join(out, 'host/client', asset[1] ?? '');
  return file && existsSync(file) ? file : null;
}

/** @returns whether the fault was the whole answer */
function misbehave(fault: Fault | undefined, response: ServerResponse): boolean {
  if (fault === 'refuse') response.destroy();
  else if (fault === '500') response.writeHead(500).end('Broken');
  else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  else return fault === 'hang';
  return true;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/-/control') {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      control = JSON.parse(body) as Control;
      asked = [];
      response.end();
    });
    return;
  }
  if (pathname === '/-/remotes') {
    response.end(JSON.stringify(NAMES.map(resolved)));
    return;
  }
  if (pathname === '/-/asked') {
    response.end(JSON.stringify(asked));
    return;
  }
  asked.push(pathname + search);
  const fault = Object.entries(control.faults ?? {}).find(([part]) =>
    new RegExp(part).test(pathname + search),
  )?.[1];
  if (misbehave(fault, response)) return;
  const file = fileAt(pathname);
  if (!file) {
    if (extname(pathname)) response.writeHead(404).end();
    else page(response);
    return;
  }
  const content = readFileSync(file);
  const changed = fault === 'changed' ? Buffer.from('\n;window.tampered = true;') : Buffer.alloc(0);
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': fault ? 'no-store' : 'public, max-age=31536000, immutable',
  });
  response.end(Buffer.concat([content, changed]));
}

await build();
const server = createServer(answer).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.stdin.resume().on('end', () => {
  rmSync(out, { recursive: true, force: true });
  process.exit();
});
