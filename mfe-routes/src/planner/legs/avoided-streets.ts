import type { RoutingQuestion } from '@waymark/api-contract';
import { EXCLUDED_LOCATIONS_MAX } from '@waymark/api-contract/limits';
import { distancesAlong, lineIndex, type Place, planLine, type Segment, segmentStart } from '@waymark/routes';
import { haversine } from '@waymark/units';
import { avoidedStreets, type AvoidedStreet } from './routing-preferences.ts';

/** Metres between two places by which a street is named to the router: shorter than most blocks. */
const SPACING_METERS = 30;
/** Longest street that is drawn at once: further apart, the places on it would leave whole blocks out. */
export const AVOIDED_STREET_MAX_METERS = 3000;
/** Metres around the ends of legs within which streets matter to them, in addition to the distance of the ends. */
const MARGIN_METERS = 2000;
const METERS_PER_DEGREE = 111_195;
/** Metres from an avoided place within which a leg passes it. */
const PASSES_WITHIN = 15;

const around = (degrees: number) => degrees - 360 * Math.round(degrees / 360);

/** A line whose longitudes go on beyond 180 degrees instead of jumping to the other side of the world. */
function unwrapped(line: Float64Array): Float64Array {
  const jumps = line.some((degrees, i) => i >= 2 && i % 2 === 0 && Math.abs(degrees - line[i - 2]!) > 180);
  if (!jumps) return line;
  const whole = Float64Array.from(line);
  for (let i = 2; i < whole.length; i += 2) whole[i] = whole[i - 2]! + around(whole[i]! - whole[i - 2]!);
  return whole;
}

/** The copy of a place that is nearest to where a line begins. */
const besideLine = ({ lat, lng }: Place, line: Float64Array): Place => ({
  lat,
  lng: line[0]! + around(lng - line[0]!),
});

const places = new WeakMap<AvoidedStreet, readonly Place[]>();

/** Places along an avoided street, none of them at its ends, where crossings are likely. */
function placesAlong(street: AvoidedStreet): readonly Place[] {
  const known = places.get(street);
  if (known) return known;
  const found = measurePlaces(street);
  places.set(street, found);
  return found;
}

function measurePlaces(street: AvoidedStreet): Place[] {
  if (street.length === 2) return [{ lng: street[0]!, lat: street[1]! }];
  const line = unwrapped(street);
  const along = distancesAlong(line);
  const length = along.at(-1)!;
  const count = Math.min(
    AVOIDED_STREET_MAX_METERS / SPACING_METERS,
    Math.max(1, Math.round(length / SPACING_METERS)),
  );
  let i = 1;
  return Array.from({ length: count }, (_, n) => {
    const meters = ((n + 0.5) / count) * length;
    while (i < along.length - 1 && along[i]! < meters) i++;
    const span = along[i]! - along[i - 1]!;
    const part = span > 0 ? (meters - along[i - 1]!) / span : 0;
    const at = (k: number) => line[i * 2 - 2 + k]! + part * (line[i * 2 + k]! - line[i * 2 - 2 + k]!);
    return { lng: around(at(0)), lat: at(1) };
  });
}

/** The places that the router is to keep off between some ends, by street, those drawn last first. */
function placesNear(ends: readonly Place[], reach = 0): (readonly Place[])[] {
  const streets = avoidedStreets();
  if (streets.length === 0) return [];
  const { lng: middle } = ends[0]!;
  const lats = ends.map(({ lat }) => lat);
  const lngs = ends.map(({ lng }) => around(lng - middle));
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const margin = (MARGIN_METERS + reach + haversine(south, west, north, east)) / METERS_PER_DEGREE;
  const wide = margin / Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const isNear = ({ lat, lng }: Place) => {
    const x = around(lng - middle);
    return lat >= south - margin && lat <= north + margin && x >= west - wide && x <= east + wide;
  };
  return streets
    .toReversed()
    .map((street) => placesAlong(street).filter(isNear))
    .filter((near) => near.length > 0);
}

const countOf = (streets: readonly (readonly Place[])[], most: number) =>
  streets.reduce((sum, street) => sum + Math.min(most, street.length), 0);

/** Whether more places are to be kept off between some ends than one question may name. */
export const isCrowded = (ends: readonly Place[]): boolean =>
  countOf(placesNear(ends), Infinity) > EXCLUDED_LOCATIONS_MAX;

/** So many of some places, evenly spread over them. */
const spread = (all: readonly Place[], most: number): readonly Place[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / most)]!);

/**
 * What the router is to keep off between some places: of too many, fewer on each street, and streets drawn last.
 * @param reach metres that the way may lead further
 */
export function exclusionsNear(
  ends: readonly Place[],
  reach = 0,
): NonNullable<RoutingQuestion['exclude_locations']> {
  const streets = placesNear(ends, reach);
  let most = EXCLUDED_LOCATIONS_MAX;
  while (most > 1 && countOf(streets, most) > EXCLUDED_LOCATIONS_MAX) most--;
  return streets
    .flatMap((street) => spread(street, most))
    .slice(0, EXCLUDED_LOCATIONS_MAX)
    .map(({ lat, lng }) => ({ lat: round(lat), lon: round(lng) }));
}

/** The precision of the router's answers. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Whether a routed segment leads over a street. */
export function passesStreet(segment: Segment, street: AvoidedStreet): boolean {
  if (segment.travelMode === 0 || segment.isStaticData) return false;
  const line = unwrapped(segment.line);
  const whole = line === segment.line ? segment : { ...segment, line };
  const index = lineIndex(planLine({ start: segmentStart(whole), segments: [whole] }));
  return placesAlong(street).some((place) => index.nearest(besideLine(place, line), PASSES_WITHIN) !== null);
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
  const line = unwrapped(street);
  const along = distancesAlong(line);
  const whole = { line, along, elevation: null, starts: Uint32Array.of(0, along.length - 1) };
  return lineIndex(whole).nearest(besideLine(place, line), within)?.away ?? Infinity;
}
