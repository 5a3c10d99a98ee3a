import { decodePolyline } from '@waymark/streams';
import { previewOf } from '../files/preview.ts';
import { areasNear, type HiddenAreas, isHidden, isHiddenBetween } from './areas.ts';
import { metersBetween, type Vector, vectorOf } from './sphere.ts';

export interface TrackPreview {
  polyline: string | null;
  bounds: number[] | null;
}

const NO_TRACK: TrackPreview = { polyline: null, bounds: null };

interface Piece {
  places: [lng: number, lat: number][];
  meters: number;
}

/**
 * The small picture of a track as others see it: its longest part outside the hidden areas. A line between two points
 * that cuts through one is left out too, whether the track went there or only the thinning did.
 */
export function hidePreview<P extends TrackPreview>(preview: P, areas: HiddenAreas): P | TrackPreview {
  const near = areasNear(areas, preview.bounds);
  if (preview.polyline === null || near.circles.length === 0) return preview;
  const places = decodePolyline(preview.polyline);
  const pieces = visiblePieces(places, near);
  if (pieces[0]?.places.length === places.length) return preview;
  const longest = pieces.reduce<Piece | null>(
    (best, piece) => (piece.places.length > 1 && piece.meters > (best?.meters ?? -1) ? piece : best),
    null,
  );
  return longest ? pictureOf(longest.places) : NO_TRACK;
}

/** The preview alone shows that others miss something. False may still mean that only the recording tells. */
export function previewIsCut(preview: TrackPreview, areas: HiddenAreas): boolean {
  return hidePreview(preview, areas) !== preview;
}

function visiblePieces(places: readonly [number, number][], areas: HiddenAreas): Piece[] {
  const pieces: Piece[] = [];
  let before: Vector | null = null;
  for (const place of places) {
    const here = vectorOf(place[1], place[0]);
    if (isHidden(areas, here)) {
      before = null;
      continue;
    }
    if (before === null || isHiddenBetween(areas, before, here)) pieces.push({ places: [], meters: 0 });
    else pieces.at(-1)!.meters += metersBetween(before, here);
    pieces.at(-1)!.places.push(place);
    before = here;
  }
  return pieces;
}

function pictureOf(places: readonly [number, number][]): TrackPreview {
  const column = (axis: 0 | 1) => Int32Array.from(places, (place) => Math.round(place[axis] * 1e7));
  const { polyline, bounds } = previewOf({
    n: places.length,
    columns: { lng: column(0), lat: column(1) },
  });
  return { polyline, bounds: bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null };
}
