import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { hasEntityTag } from '../../kernel/server/entity-tag.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const unzip = promisify(gunzip);

/** A vector tile as it is sent: packed by gzip, with a hash of what is in it. */
export interface EncodedTile {
  gzip: Uint8Array;
  etag: string;
}

/** A weak tag: it is the same tile, packed or not. */
export const etagOf = (bytes: Uint8Array): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

export const packTile = (tile: Uint8Array | null): EncodedTile | null =>
  tile && { gzip: gzipSync(tile), etag: etagOf(tile) };

/** Answers with a vector tile, 304 where the caller has it already, 204 where there is none. */
export async function sendVectorTile(
  request: FastifyRequest,
  reply: FastifyReply,
  tile: EncodedTile | null,
): Promise<FastifyReply> {
  if (!tile) return reply.code(204).send();
  void reply.header('etag', tile.etag).header('vary', 'accept-encoding');
  if (hasEntityTag(request, tile.etag)) return reply.code(304).send();
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const bytes = Buffer.from(tile.gzip.buffer, tile.gzip.byteOffset, tile.gzip.byteLength);
  if (isPacked) void reply.header('content-encoding', 'gzip');
  return reply.type('application/x-protobuf').send(isPacked ? bytes : await unzip(bytes));
}
