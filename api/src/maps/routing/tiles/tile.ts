import type { Graph } from '../graph/graph.ts';
import { encodeTile, type Feature } from '../../map-tiles/encode.ts';
import { type Box, boxOf, holds, overlap, projection, type Tile } from '../../map-tiles/grid.ts';
import { landIn } from './land.ts';
import { roadsIn } from './roads.ts';

/** Zooms between which there are tiles; maps enlarge the last ones. */
export const ZOOMS = { least: 6, most: 14 } as const;

/** A place with a name on the map. Degrees. */
export interface Label {
  name: string;
  lat: number;
  lng: number;
  population: number;
}

/** The part of the world in which a tile can have something; null where it cannot. */
export function coverable(tile: Tile): Box | null {
  const { z, x, y } = tile;
  if (z < ZOOMS.least || z > ZOOMS.most || x >= 2 ** z || y >= 2 ** z) return null;
  return boxOf(tile);
}

/** Whether a region has something there: its land reaches farther than its roads. */
function reaches({ bounds, land: { index } }: Graph, box: Box): boolean {
  if (overlap(bounds, box)) return true;
  return index !== null && overlap([index.minX, index.minY, index.maxX, index.maxY], box);
}

const middleOf = ({ name, bounds: [west, south, east, north] }: Graph): Label => ({
  name,
  lat: (south + north) / 2,
  lng: (west + east) / 2,
  population: 0,
});

/** Names, those of the largest places first. */
function labelsIn(tile: Tile, labels: readonly Label[]): Feature[] {
  const project = projection(tile);
  const box = boxOf(tile);
  return labels
    .filter((label) => holds(box, label))
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, lat, lng, population }) => ({
      kind: 'point',
      parts: [project(lat, lng).map(Math.round)],
      properties: { name, pop: population },
    }));
}

/**
 * A map tile of the land and the roads of all regions that reach into it.
 * @param cities named on it, within the regions; an invented region is named itself
 * @returns null where nothing is to be drawn
 */
export function makeTile(graphs: readonly Graph[], tile: Tile, cities: readonly Label[]): Uint8Array | null {
  const box = coverable(tile);
  const touched = box ? graphs.filter((graph) => reaches(graph, box)) : [];
  const covered = (label: Label) => touched.some(({ bounds }) => holds(bounds, label));
  const invented = touched.filter(({ demo }) => demo).map(middleOf);
  return encodeTile({
    land: touched.flatMap((graph) => landIn(graph, tile)),
    roads: touched.flatMap((graph) => roadsIn(graph, tile)),
    places: labelsIn(tile, [...invented, ...cities.filter(covered)]),
  });
}
