import { simplifyTrack } from '@waymark/streams';
import { LAND_CLASSES, LAND_LINES } from '../../osm/land.ts';
import type { Graph, Land } from '../graph/graph.ts';
import { clipLine, clipRing, signedArea } from '../../map-tiles/clip.ts';
import type { Feature } from '../../map-tiles/encode.ts';
import { boxOf, EXTENT, projection, type Tile } from '../../map-tiles/grid.ts';

/** Units of a tile that a simplified outline may lie beside the real one. */
const TOLERANCE = 6;
/** So many points a tile is made of at most; one of a low zoom holds whole countries. */
const POINTS = 400_000;
/** No point of a region has it. */
const MISSING = -0x80000000;

const reversed = (ring: readonly number[]): number[] => {
  const out: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) out.push(ring[i]!, ring[i + 1]!);
  return out;
};

/** Whether a point lies within a ring. */
function isWithin(ring: readonly number[], x: number, y: number): boolean {
  let within = false;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** Rings as a tile wants them: each outer one clockwise, and behind it its holes the other way round. */
function orderRings(rings: readonly number[][]): number[][] {
  const outer = rings
    .toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
    .reduce<{ ring: number[]; holes: number[][] }[]>((found, ring) => {
      const around = found.find(({ ring: large }) => isWithin(large, ring[0]!, ring[1]!));
      if (around) around.holes.push(signedArea(ring) > 0 ? reversed(ring) : ring);
      else found.push({ ring: signedArea(ring) > 0 ? ring : reversed(ring), holes: [] });
      return found;
    }, []);
  return outer.flatMap(({ ring, holes }) => [ring].concat(holes));
}

/** The largest of what was found, where all of it would keep the router from its work. */
function largest({ fromZoom, firstPart, firstPoint }: Land, found: readonly number[]): readonly number[] {
  const pointsOf = (i: number) => firstPoint[firstPart[i + 1]!]! - firstPoint[firstPart[i]!]!;
  let points = found.reduce((sum, i) => sum + pointsOf(i), 0);
  if (points <= POINTS) return found;
  points = 0;
  return found
    .toSorted((a, b) => fromZoom[a]! - fromZoom[b]! || pointsOf(b) - pointsOf(a))
    .filter((i) => {
      const fits = points < POINTS;
      points += pointsOf(i);
      return fits;
    });
}

/** Areas, waters and rails of a tile. What is drawn first comes first: the kinds in their order, large before small. */
export function landIn({ land, names }: Graph, tile: Tile): Feature[] {
  const { index, kind, nameOf, fromZoom, firstPart, firstPoint, lat, lng } = land;
  if (!index) return [];
  const project = projection(tile);
  const [, south, , north] = boxOf(tile);
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const tolerance = ((TOLERANCE * 360) / (2 ** tile.z * EXTENT)) * shrink;
  const found = index.search(...boxOf(tile), (i) => fromZoom[i]! <= tile.z);
  return largest(land, found)
    .toSorted((a, b) => kind[a]! - kind[b]! || a - b)
    .flatMap((i): Feature[] => {
      const name = LAND_CLASSES[kind[i]!]!;
      const isLine = LAND_LINES.has(name);
      const parts: number[][] = [];
      for (let part = firstPart[i]!; part < firstPart[i + 1]!; part++) {
        const from = firstPoint[part]!;
        const all = Array.from({ length: firstPoint[part + 1]! - from }, (_, k) => from + k);
        const line = simplifyTrack(lat, lng, tolerance, MISSING, all).flatMap((p) =>
          project(lat[p]! / 1e7, lng[p]! / 1e7),
        );
        if (isLine) parts.push(...clipLine(line));
        else {
          const ring = clipRing(line.slice(0, -2));
          if (ring.length > 0) parts.push(ring);
        }
      }
      if (parts.length === 0) return [];
      const called = names[nameOf[i]!]!;
      return [
        {
          kind: isLine ? 'line' : 'polygon',
          parts: isLine ? parts : orderRings(parts),
          properties: { class: name, ...(called && { name: called }) },
        },
      ];
    });
}
