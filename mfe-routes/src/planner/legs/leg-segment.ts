import type { RoutingAnswer, TravelMode } from '@waymark/api-contract';
import { makeSegment, type Place, type RouteNote, type Segment } from '@waymark/routes';
import { decodePolyline } from '@waymark/streams';
import { haversine } from '@waymark/units';

type RoutedLeg = RoutingAnswer['trip']['legs'][number];

function lineOf(shape: string): Float64Array {
  const places = decodePolyline(shape, 6);
  const [only] = places;
  // A leg without length still needs two points.
  if (places.length === 1) places.push(only!);
  const line = new Float64Array(places.length * 2);
  places.forEach((place, i) => line.set(place, i * 2));
  return line;
}

/** Maneuvers at the end of a leg (Valhalla's kDestination, kDestinationRight, kDestinationLeft). */
const ARRIVALS: ReadonlySet<number> = new Set([4, 5, 6]);

/** Turn instructions where they are given, in metres along the leg. */
function notesOf({ maneuvers }: RoutedLeg, line: Float64Array): RouteNote[] {
  const notes: RouteNote[] = [];
  let along = 0;
  let at = 0;
  for (const { type, instruction, begin_shape_index: begin } of maneuvers) {
    if (ARRIVALS.has(type)) continue;
    for (; at < begin && at * 2 + 3 < line.length; at++)
      along += haversine(line[at * 2 + 1]!, line[at * 2]!, line[at * 2 + 3]!, line[at * 2 + 2]!);
    notes.push({
      instructions: instruction,
      lat: line[at * 2 + 1]!,
      lng: line[at * 2]!,
      distance: Math.round(along * 10) / 10,
      isCustomNote: false,
    });
  }
  return notes;
}

/** A leg of the router's answer as a segment of a course. */
export function segmentFromLeg(leg: RoutedLeg, travelMode: TravelMode): Segment {
  const line = lineOf(leg.shape);
  return makeSegment(line, travelMode, { notes: notesOf(leg, line) });
}

/** The streets on which a leg begins and ends, where they have names. */
export function endStreetsOf({ maneuvers }: RoutedLeg, { line }: Segment): [place: Place, name: string][] {
  const driven = maneuvers.filter(({ type }) => !ARRIVALS.has(type));
  const end = line.length - 2;
  return [
    { name: driven[0]?.street_names?.[0], at: 0 },
    { name: driven.at(-1)?.street_names?.[0], at: end },
  ].flatMap(({ name, at }) => (name ? [[{ lng: line[at]!, lat: line[at + 1]! }, name]] : []));
}
