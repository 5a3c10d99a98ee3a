import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Graph } from '../graph/graph.ts';
import type { Tile } from './grid.ts';
import { type Label, makeTile } from './tile.ts';

/** A tile as it is sent: packed by gzip, with a hash of what is in it. */
export interface EncodedTile {
  gzip: Uint8Array;
  etag: string;
}

const MAX_BYTES = 48 * 1024 * 1024;
/** What an empty tile counts for. */
const MIN_BYTES = 200;

/** Tiles of the last requests; cleared when a region changes. */
export class TileCache {
  #graphs: readonly Graph[] = [];
  #tiles: LRUCache<string, { encoded: EncodedTile | null }>;

  constructor(maxBytes = MAX_BYTES) {
    this.#tiles = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ encoded }) => MIN_BYTES + (encoded?.gzip.length ?? 0),
    });
  }

  tileOf(graphs: readonly Graph[], tile: Tile, cities: readonly Label[]): EncodedTile | null {
    if (graphs.length !== this.#graphs.length || graphs.some((graph, i) => graph !== this.#graphs[i]))
      this.#tiles.clear();
    this.#graphs = graphs;
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const known = this.#tiles.get(key);
    if (known) return known.encoded;
    const encoded = encode(makeTile(graphs, tile, cities));
    this.#tiles.set(key, { encoded });
    return encoded;
  }
}

function encode(tile: Uint8Array | null): EncodedTile | null {
  if (!tile) return null;
  const hash = createHash('sha256').update(tile).digest('base64url').slice(0, 22);
  // Weak: it is the same tile, packed or not.
  return { gzip: gzipSync(tile), etag: `W/"${hash}"` };
}
