import type { RoutingQuestion } from '@waymark/api-contract';
import { EXCLUDED_LOCATIONS_MAX } from '@waymark/api-contract/limits';
import { distancesAlong, lineIndex, type Place, planLine, type Segment, segmentStart } from '@waymark/routes';
import { haversine } from '@waymark/units';
import { avoidedStreets, type AvoidedStreet } from './routing-preferences.ts';

/** Metres between two places by which a street is named to the router: shorter than most blocks. */
const SPACING_METERS = 30;
/** Of a longer street they are further apart: it leaves places for other streets. */
const MAX_PLACES = 20;
/** Metres around the ends of legs within which streets matter to them, in addition to the distance of the ends. */
const MARGIN_METERS = 2000;
const METERS_PER_DEGREE = 111_195;
/** Metres from an avoided place within which a leg passes it. */
const PASSES_WITHIN = 15;

/** Places along an avoided street, none of them at its ends, where crossings are likely. */
function placesAlong(street: AvoidedStreet): Place[] {
  if (street.length === 2) return [{ lng: street[0]!, lat: street[1]! }];
  const along = distancesAlong(street);
  const length = along.at(-1)!;
  const count = Math.min(MAX_PLACES, Math.max(1, Math.round(length / SPACING_METERS)));
  let i = 1;
  return Array.from({ length: count }, (_, n) => {
    const meters = ((n + 0.5) / count) * length;
    while (i < along.length - 1 && along[i]! < meters) i++;
    const span = along[i]! - along[i - 1]!;
    const part = span > 0 ? (meters - along[i - 1]!) / span : 0;
    const at = (k: number) => street[i * 2 - 2 + k]! + part * (street[i * 2 + k]! - street[i * 2 - 2 + k]!);
    return { lng: at(0), lat: at(1) };
  });
}

/** What the router is to keep off between some places: of many avoided streets those that were drawn last. */
export function exclusionsNear(ends: readonly Place[]): NonNullable<RoutingQuestion['exclude_locations']> {
  const streets = avoidedStreets();
  if (streets.length === 0) return [];
  const lats = ends.map(({ lat }) => lat);
  const lngs = ends.map(({ lng }) => lng);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const margin = (MARGIN_METERS + haversine(south, west, north, east)) / METERS_PER_DEGREE;
  const wide = margin / Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const isNear = ({ lat, lng }: Place) =>
    lat >= south - margin && lat <= north + margin && lng >= west - wide && lng <= east + wide;
  return streets
    .toReversed()
    .flatMap((street) => placesAlong(street).filter(isNear))
    .slice(0, EXCLUDED_LOCATIONS_MAX)
    .map(({ lat, lng }) => ({ lat: round(lat), lon: round(lng) }));
}

/** The precision of the router's answers. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Whether a routed segment leads over a street. */
export function passesStreet(segment: Segment, street: AvoidedStreet): boolean {
  if (segment.travelMode === 0 || segment.isStaticData) return false;
  const index = lineIndex(planLine({ start: segmentStart(segment), segments: [segment] }));
  return placesAlong(street).some((place) => index.nearest(place, PASSES_WITHIN) !== null);
}

/** The avoided street within so many metres of a place, by its number; null for none. */
export function findAvoidedStreet(
  streets: readonly AvoidedStreet[],
  place: Place,
  within: number,
): number | null {
  let best: number | null = null;
  let least = within;
  for (const [n, street] of streets.entries()) {
    const meters = metersFrom(street, place, least);
    if (meters > least) continue;
    least = meters;
    best = n;
  }
  return best;
}

function metersFrom(street: AvoidedStreet, place: Place, within: number): number {
  if (street.length === 2) return haversine(street[1]!, street[0]!, place.lat, place.lng);
  const along = distancesAlong(street);
  const whole = { line: street, along, elevation: null, starts: Uint32Array.of(0, along.length - 1) };
  return lineIndex(whole).nearest(place, within)?.away ?? Infinity;
}
