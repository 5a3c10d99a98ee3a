import { decodePreview } from '@waymark/streams';
import { createPreview } from '../../../recordings/streams/preview.ts';
import { areasNear, type HiddenAreas, isHidden, isHiddenBetween } from './hidden-areas.ts';
import { metersBetween, type Vector, vectorOf } from './sphere.ts';

export interface TrackPreview {
  polyline: string | null;
  bounds: number[] | null;
}

const NO_TRACK: TrackPreview = { polyline: null, bounds: null };

type Place = [lng: number, lat: number];

interface Piece {
  places: Place[];
  /** The places before which no line leads. */
  breaks: number[];
  meters: number;
}

/**
 * The preview of a track for other viewers: its longest part outside the hidden areas. A line between two points that
 * crosses an area is left out as well, whether it is part of the track or only of the simplified preview.
 */
export function redactPreview<P extends TrackPreview>(preview: P, areas: HiddenAreas): P | TrackPreview {
  const near = areasNear(areas, preview.bounds);
  if (preview.polyline === null || near.circles.length === 0) return preview;
  const { points: places, breaks } = decodePreview(preview.polyline);
  const pieces = visiblePieces(places, new Set(breaks), near);
  if (pieces[0]?.places.length === places.length) return preview;
  const longest = pieces.reduce<Piece | null>(
    (best, piece) => (piece.places.length > 1 && piece.meters > (best?.meters ?? -1) ? piece : best),
    null,
  );
  return longest ? previewOfPlaces(longest) : NO_TRACK;
}

/** The preview is enough to see that a part is redacted. Where it is not, the recording has to be checked. */
export function isPreviewRedacted(preview: TrackPreview, areas: HiddenAreas): boolean {
  return redactPreview(preview, areas) !== preview;
}

function visiblePieces(places: readonly Place[], breaks: ReadonlySet<number>, areas: HiddenAreas): Piece[] {
  const pieces: Piece[] = [];
  let before: { place: Place; at: Vector } | null = null;
  const add = (place: Place, isBreak = false): void => {
    const at = vectorOf(place[1], place[0]);
    if (isHidden(areas, at)) {
      before = null;
      return;
    }
    if (before === null || isHiddenBetween(areas, before.at, at))
      pieces.push({ places: [], breaks: [], meters: 0 });
    else if (isBreak) pieces.at(-1)!.breaks.push(pieces.at(-1)!.places.length);
    else pieces.at(-1)!.meters += metersBetween(before.at, at);
    pieces.at(-1)!.places.push(place);
    before = { place, at };
  };
  for (const [i, place] of places.entries()) {
    // No line leads over a break: nothing of it has to be hidden, or to stay.
    const from = breaks.has(i) ? undefined : places[i - 1];
    // Between two visible points the visible ends of the line stay. Next to a hidden point nothing may disclose the
    // direction of the line.
    if (from && before !== null && crossesHiddenArea(from, place, areas))
      for (const step of interpolate(from, place)) add(step);
    add(place, breaks.has(i));
  }
  return pieces;
}

function crossesHiddenArea(from: Place, to: Place, areas: HiddenAreas): boolean {
  const [a, b] = [vectorOf(from[1], from[0]), vectorOf(to[1], to[0])];
  return !isHidden(areas, b) && isHiddenBetween(areas, a, b);
}

const STEPS = 32;

/** Places along a line, without its ends. */
function interpolate([lng, lat]: Place, [lngTo, latTo]: Place): Place[] {
  const east = ((lngTo - lng + 540) % 360) - 180;
  return Array.from({ length: STEPS - 1 }, (_, i) => {
    const part = (i + 1) / STEPS;
    return [((lng + part * east + 540) % 360) - 180, lat + part * (latTo - lat)];
  });
}

function previewOfPlaces({ places, breaks }: Piece): TrackPreview {
  const column = (axis: 0 | 1) => Int32Array.from(places, (place) => Math.round(place[axis] * 1e7));
  const { polyline, bounds } = createPreview(
    { n: places.length, columns: { lng: column(0), lat: column(1) } },
    breaks,
  );
  return { polyline, bounds: bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null };
}
