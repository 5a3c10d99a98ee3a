import type { RoutingQuestion } from '@waymark/api-contract';
import { EXCLUDED_LOCATIONS_MAX } from '@waymark/api-contract/limits';
import { distancesAlong, lineIndex, type Place, type Segment } from '@waymark/routes';
import { haversine } from '@waymark/units';
import { avoidedStreets, type AvoidedStreet } from './routing-preferences.ts';

/** Metres between two places by which a street is named to the router: shorter than most blocks. */
const SPACING_METERS = 30;
/** Longest street that is drawn at once: further apart, the places on it would leave whole blocks out. */
export const AVOIDED_STREET_MAX_METERS = 1500;
/** Of a longer street they are further apart: it leaves places for other streets. */
const MAX_PLACES = 25;
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

/** Finds how many metres a place is from a line, as long as it is within some; else infinity. */
function metersFromLine(line: Float64Array): (place: Place, within: number) => number {
  const whole = unwrapped(line);
  const along = distancesAlong(whole);
  const starts = Uint32Array.of(0, along.length - 1);
  const index = lineIndex({ line: whole, along, elevation: null, starts });
  return ({ lat, lng }, within) =>
    index.nearest({ lat, lng: whole[0]! + around(lng - whole[0]!) }, within)?.away ?? Infinity;
}

/** Places along an avoided street, none of them at its ends, where crossings are likely. */
function placesAlong(street: AvoidedStreet): Place[] {
  if (street.length === 2) return [{ lng: street[0]!, lat: street[1]! }];
  const line = unwrapped(street);
  const along = distancesAlong(line);
  const length = along.at(-1)!;
  const count = Math.min(MAX_PLACES, Math.max(1, Math.round(length / SPACING_METERS)));
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

/** The places that the router is to keep off between some ends, those of the street drawn last first. */
function placesNear(ends: readonly Place[], reach = 0): Place[] {
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
  return streets.toReversed().flatMap((street) => placesAlong(street).filter(isNear));
}

/**
 * What the router is to keep off between some places: of too many those of the streets drawn last.
 * @param reach metres that the way may lead further
 */
export function exclusionsNear(
  ends: readonly Place[],
  reach = 0,
): NonNullable<RoutingQuestion['exclude_locations']> {
  return placesNear(ends, reach)
    .slice(0, EXCLUDED_LOCATIONS_MAX)
    .map(({ lat, lng }) => ({ lat: round(lat), lon: round(lng) }));
}

/** The precision of the router's answers. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Whether a routed segment leads over a street. */
export function passesStreet({ line, travelMode, isStaticData }: Segment, street: AvoidedStreet): boolean {
  if (travelMode === 0 || isStaticData) return false;
  const metersFrom = metersFromLine(line);
  return placesAlong(street).some((place) => metersFrom(place, PASSES_WITHIN) < Infinity);
}

/** The avoided street within so many metres of a place, by its number; null for none. */
export function findAvoidedStreet(
  streets: readonly AvoidedStreet[],
  place: Place,
  within: number,
): number | null {
  const away = streets.map((street) =>
    street.length === 2
      ? haversine(street[1]!, street[0]!, place.lat, place.lng)
      : metersFromLine(street)(place, within),
  );
  const least = Math.min(within, ...away);
  const found = away.indexOf(least);
  return found < 0 ? null : found;
}
