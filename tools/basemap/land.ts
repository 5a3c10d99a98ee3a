import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';

/** Twice the signed area of a ring; positive when it runs counter-clockwise. */
export function signedArea(ring: Position[]): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += (ring[j]![0]! - ring[i]![0]!) * (ring[j]![1]! + ring[i]![1]!);
  return sum;
}

/**
 * Lets a ring that crosses the antimeridian run on beyond 180 degrees instead of jumping across the whole map;
 * a ring around a pole is closed along it. Without this Russia paints Canada as sea.
 */
export function unwrapRing(ring: Position[]): Position[] {
  let offset = 0;
  const out: Position[] = [ring[0]!.slice()];
  for (let i = 1; i < ring.length; i++) {
    const step = ring[i]![0]! - ring[i - 1]![0]!;
    if (step > 180) offset -= 360;
    else if (step < -180) offset += 360;
    out.push([ring[i]![0]! + offset, ring[i]![1]!]);
  }
  if (offset !== 0) {
    const first = out[0]!;
    const pole = first[1]! < 0 ? -89.9 : 89.9;
    out.push([out.at(-1)![0]!, pole], [first[0]!, pole], first.slice());
  }
  return out;
}

/** Unwraps and rewinds every polygon: outer rings counter-clockwise, holes clockwise, no empty ones. */
export function repairLand(land: FeatureCollection): FeatureCollection<MultiPolygon> {
  const features = land.features.map((feature) => {
    const geometry = feature.geometry as Polygon | MultiPolygon;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const repaired = polygons
      .map((rings) =>
        rings
          .map((ring, i) => {
            const open = unwrapRing(ring);
            return (i === 0) === signedArea(open) > 0 ? open : open.toReversed();
          })
          .filter((ring) => ring.length >= 4 && signedArea(ring) !== 0),
      )
      .filter((rings) => rings.length > 0);
    return {
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiPolygon', coordinates: repaired },
    } satisfies Feature<MultiPolygon>;
  });
  return { type: 'FeatureCollection', features };
}
