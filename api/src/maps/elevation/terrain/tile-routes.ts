import { elevationCalls } from '@waymark/api-contract';
import { abortWhenLeft } from '../../../kernel/server/abort-when-left.ts';
import { hasEntityTag } from '../../../kernel/server/entity-tag.ts';
import { invalid } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { sendVectorTile } from '../../map-tiles/encoded-tile.ts';
import type { Tile } from '../../map-tiles/grid.ts';
import { hasTerrain } from '../sources.ts';
import { terrainOf } from './terrain-queue.ts';

/** Hills stay where they are. */
const CACHING = 'public, max-age=604800, stale-while-revalidate=2592000';
/** Heights may still be added where there are none. */
const CACHING_EMPTY = 'public, max-age=3600, stale-while-revalidate=86400';
/** As for the tiles of roads: a map asks for dozens at once. */
const LIMIT = { max: 6000, windowSeconds: 60 };

function checkTile({ z, x, y }: Tile): void {
  const size = 2 ** z;
  const outside = { ...(x >= size && { x }), ...(y >= size && { y }) };
  const diagnostics = Object.fromEntries(
    Object.keys(outside).map((name) => [name, [`At zoom ${z} it is at most ${size - 1}.`]]),
  );
  if (Object.keys(diagnostics).length > 0) throw invalid(diagnostics);
}

export const shadingHandler = route<typeof elevationCalls.shadingTile>({
  call: elevationCalls.shadingTile,
  access: 'anyone',
  lenient: true,
  limit: LIMIT,
  async handler({ context, params: tile, request, reply }) {
    checkTile(tile);
    const made =
      hasTerrain(context.env) &&
      (await terrainOf(context).ask({ kind: 'shading', tile }, abortWhenLeft(reply)));
    if (!made) return reply.code(204).header('cache-control', CACHING_EMPTY).send();
    void reply.header('cache-control', CACHING).header('etag', made.etag);
    if (hasEntityTag(request, made.etag)) return reply.code(304).send();
    return reply
      .type('image/webp')
      .send(Buffer.from(made.webp.buffer, made.webp.byteOffset, made.webp.byteLength));
  },
});

export const contourHandler = route<typeof elevationCalls.contourTile>({
  call: elevationCalls.contourTile,
  access: 'anyone',
  lenient: true,
  limit: LIMIT,
  async handler({ context, params: tile, query, request, reply }) {
    checkTile(tile);
    const made = hasTerrain(context.env)
      ? await terrainOf(context).ask({ kind: 'contours', tile, system: query.units }, abortWhenLeft(reply))
      : null;
    void reply.header('cache-control', made ? CACHING : CACHING_EMPTY);
    return sendVectorTile(request, reply, made);
  },
});
