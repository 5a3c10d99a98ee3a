import { LRUCache } from 'lru-cache';
import { type EncodedTile, packTile } from '../../map-tiles/encoded-tile.ts';
import type { Graph } from '../graph/graph.ts';
import type { Tile } from '../../map-tiles/grid.ts';
import { type Label, makeTile } from './tile.ts';

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
    const encoded = packTile(makeTile(graphs, tile, cities));
    this.#tiles.set(key, { encoded });
    return encoded;
  }
}
