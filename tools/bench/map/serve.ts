import { createReadStream, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rules } from '@waymark/remote/build/rules';
import { runWebpack } from '@waymark/remote/build/webpack';

const KINDS: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pbf': 'application/x-protobuf',
};
/** The rules under which the product's pages run. */
const POLICY =
  "default-src 'self'; script-src 'nonce-bench' 'strict-dynamic'; style-src 'self'; img-src 'self' data: blob:; worker-src 'self'; require-trusted-types-for 'script'; trusted-types waymark-loader";
const PAGE = `<!doctype html><title>Maps</title><body><script nonce="bench">
window.waymark = { loader: { policy: trustedTypes.createPolicy('waymark-loader', { createScriptURL: (url) => url }) } };
</script><script nonce="bench" src="/page.js"></script></body>`;

async function passOn(address: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(address);
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/**
 * Builds the page of the benchmark as a remote is built, and serves it with the product's background.
 * @param tiles address of the API's tiles of streets
 */
export async function serveMaps(folder: string, tiles: string): Promise<{ url: string; stop: () => void }> {
  const basemap = path.join(import.meta.dirname, '../../dist/basemap');
  await runWebpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry: path.join(import.meta.dirname, 'page.ts'),
    output: { path: folder, filename: 'page.js', assetModuleFilename: '[name][ext]', publicPath: '/' },
    module: { rules: rules('css-loader') },
    performance: false,
    stats: 'none',
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY });
      response.end(PAGE);
      return;
    }
    if (pathname.startsWith('/streets/')) {
      void passOn(`${tiles}${pathname.slice('/streets'.length)}`, response);
      return;
    }
    const file = pathname.startsWith('/basemap/')
      ? path.join(basemap, pathname.slice('/basemap/'.length))
      : path.join(folder, pathname);
    if (!existsSync(file)) {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[path.extname(file)] ?? 'application/octet-stream' });
    void pipeline(createReadStream(file), response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  };
}
