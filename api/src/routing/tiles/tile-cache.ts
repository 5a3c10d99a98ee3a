import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Graph } from '../graph/graph.ts';
import type { Tile } from './grid.ts';
import { type Label, makeTile } from './tile.ts';

/** A tile as it is sent: packed by gzip, with a hash of what is in it. */
export interface EncodedTile {
  gzip: Uint8Array;
  etag: string;
}

/** Bytes of tiles that are kept. */
const MAX_BYTES = 48 * 1024 * 1024;
/** What an empty tile counts for. */
const MIN_BYTES = 200;

const bytesOf = (tile: EncodedTile | null) => MIN_BYTES + (tile?.gzip.length ?? 0);

/** Tiles made before, the ones asked for last; all forgotten when a region changes. */
export class TileCache {
  #graphs: readonly Graph[] = [];
  #tiles = new Map<string, EncodedTile | null>();
  #bytes = 0;
  #most: number;

  constructor(most = MAX_BYTES) {
    this.#most = most;
  }

  of(graphs: readonly Graph[], tile: Tile, cities: readonly Label[]): EncodedTile | null {
    if (graphs.length !== this.#graphs.length || graphs.some((graph, i) => graph !== this.#graphs[i])) {
      this.#tiles.clear();
      this.#bytes = 0;
    }
    this.#graphs = graphs;
    const key = `${tile.z}/${tile.x}/${tile.y}`;
    const kept = this.#tiles.get(key);
    if (kept !== undefined) {
      this.#tiles.delete(key);
      this.#tiles.set(key, kept);
      return kept;
    }
    const made = sent(makeTile(graphs, tile, cities));
    this.#tiles.set(key, made);
    this.#bytes += bytesOf(made);
    for (const [old, oldTile] of this.#tiles) {
      if (this.#bytes <= this.#most) break;
      this.#tiles.delete(old);
      this.#bytes -= bytesOf(oldTile);
    }
    return made;
  }
}

function sent(tile: Uint8Array | null): EncodedTile | null {
  if (!tile) return null;
  const hash = createHash('sha256').update(tile).digest('base64url').slice(0, 22);
  // Weak: it is the same tile, packed or not.
  return { gzip: gzipSync(tile), etag: `W/"${hash}"` };
}
