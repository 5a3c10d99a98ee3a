import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { BASE, type OneBundle } from './one-bundle/build.ts';
import { onePage, VARIANTS, type Variant } from './pages.ts';

/** Cookie that says which variant a browser gets. */
export const VARIANT_COOKIE = 'bench_variant';

export interface Front {
  url: string;
  /** Where the product's site is, once it runs; and the name of the chunk of each page that is measured. */
  before(site: string, chunks: Record<string, string>): void;
  close(): void;
}

/**
 * One origin for every variant, so that all have the same cookies, API, headers and way: pages of the product go
 * through unchanged, those of the one bundle are made from them, everything else is passed on.
 */
export async function startFront(bundle: OneBundle): Promise<Front> {
  let site = new URL('http://localhost');
  let chunks: Record<string, string> = {};

  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    const file = path.startsWith(BASE) ? bundle.files.get(path.slice(BASE.length)) : undefined;
    if (file) return sendScript(answer, file);
    const variant = variantOf(asked);
    const rewrite = variant !== 'ours' && asked.headers['sec-fetch-dest'] === 'document';
    const headers = { ...asked.headers, ...(rewrite && { 'accept-encoding': 'identity' }) };
    const onward = request(
      { host: '127.0.0.1', port: site.port, method: asked.method, path, headers },
      (got) => {
        if (rewrite && got.headers['content-type']?.startsWith('text/html'))
          return void sendPage(got, answer, (html) => onePage(html, variant, bundle, chunks[path]));
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.on('error', () => answer.destroy());
        return got.pipe(answer);
      },
    );
    asked.on('error', () => onward.destroy());
    onward.on('error', () => answer.destroy());
    return asked.pipe(onward);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    before(address, pages) {
      site = new URL(address);
      chunks = pages;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function variantOf({ headers }: IncomingMessage): Variant {
  const named = new RegExp(`${VARIANT_COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
  return VARIANTS.find((variant) => variant === named) ?? 'ours';
}

function sendScript(answer: ServerResponse, body: Buffer): void {
  answer.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': body.length,
  });
  answer.end(body);
}

async function sendPage(
  got: IncomingMessage,
  answer: ServerResponse,
  rewrite: (html: string) => string,
): Promise<void> {
  try {
    // As the edge compresses its own pages.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    const body = brotliCompressSync(rewrite(await text(got)), { params });
    answer.writeHead(got.statusCode ?? 502, {
      ...got.headers,
      'content-encoding': 'br',
      'content-length': body.length,
    });
    answer.end(body);
  } catch (error) {
    console.error(error);
    answer.destroy();
  }
}
