import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { encode, encodingFor, type Encoding } from './answer.ts';
import type { Visit } from './visit.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.pbf': 'application/x-protobuf',
};
const COMPRESSIBLE = /^(text\/|application\/(json|wasm|x-protobuf)|image\/svg)/;
/** One part of an address of a file: nothing hidden, nothing upwards. */
const SAFE_PART = /^[\w@+-][\w.@+-]*$/;
const MAX_CACHED_FILE_BYTES = 4 * 1024 * 1024;
const MAX_CACHE_BYTES = 96 * 1024 * 1024;

interface CachedFile {
  modified: number;
  type: string;
  tag: string;
  bodies: Map<Encoding, Buffer>;
  bytes: number;
}

export interface FileOptions {
  /** Value of `cache-control` where the file is there. */
  caching: (name: string) => string;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** Never changes under its name. */
export const FOREVER = 'public, max-age=31536000, immutable';
const CONTENT_HASH = /^[0-9a-f]{8,}$/;
/** For a folder where a hash in the name says that a file never changes. */
export const byName = (name: string): string =>
  name
    .split('.')
    .slice(1, -1)
    .some((part) => CONTENT_HASH.test(part))
    ? FOREVER
    : 'public, max-age=3600';

/** Serves files from folders, with a cache of files in their compressed forms. */
export function createFiles() {
  const cache = new LRUCache<string, CachedFile>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  async function load(file: string, modified: number): Promise<CachedFile> {
    const known = cache.get(file);
    if (known?.modified === modified) return known;
    const content = await readFile(file);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const tag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
    const fresh = { modified, type, tag, bodies: new Map([[null, content]]), bytes: content.length };
    cache.set(file, fresh);
    return fresh;
  }

  async function bodyOf(file: string, entry: CachedFile, encoding: Encoding): Promise<Buffer> {
    const plain = entry.bodies.get(null) ?? Buffer.alloc(0);
    const known = entry.bodies.get(encoding);
    if (known) return known;
    const beside = encoding === 'br' ? await readFile(`${file}.br`).catch(() => null) : null;
    const body = beside ?? (await encode(plain, encoding));
    entry.bodies.set(encoding, body);
    cache.set(file, { ...entry, bytes: entry.bytes + body.length });
    return body;
  }

  /** @returns false when there is no such file; nothing is sent then */
  return async function sendFile(
    { request, response }: Visit,
    folder: string,
    relative: string,
    { caching, headers }: FileOptions,
  ): Promise<boolean> {
    const parts = relative.split('/');
    if (!parts.every((part) => SAFE_PART.test(part))) return false;
    const file = path.join(folder, ...parts);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return false;
    const common = {
      'cache-control': caching(relative),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...headers,
    };
    if (found.size > MAX_CACHED_FILE_BYTES) {
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { ...common, 'content-type': type, 'content-length': found.size });
      if (request.method === 'HEAD') response.end();
      else await pipeline(createReadStream(file), response);
      return true;
    }
    const entry = await load(file, found.mtimeMs);
    const shrinks = COMPRESSIBLE.test(entry.type);
    const vary = shrinks && { vary: 'accept-encoding' };
    if (hasTag(request.headers['if-none-match'], entry.tag)) {
      response.writeHead(304, { ...common, ...vary, etag: entry.tag }).end();
      return true;
    }
    const encoding = shrinks ? encodingFor(request.headers['accept-encoding']) : null;
    const body = await bodyOf(file, entry, encoding);
    response.writeHead(200, {
      ...common,
      ...vary,
      ...(encoding && { 'content-encoding': encoding }),
      'content-type': entry.type,
      'content-length': body.length,
      etag: entry.tag,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

const hasTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((one) => one.trim() === tag);

export type SendFile = ReturnType<typeof createFiles>;
