import type { RoutingQuestion } from '@waymark/api-contract';
import { EXCLUDED_LOCATIONS_MAX } from '@waymark/api-contract/limits';
import { distancesAlong, lineIndex, type Place, type Segment } from '@waymark/routes';
import { haversine } from '@waymark/units';
import { placeAlong } from '../../shared/place-along.ts';
import { avoidedStreets, type AvoidedStreet } from './routing-preferences.ts';

/** Metres between two places by which a street is named to the router: shorter than most blocks. */
const SPACING_METERS = 30;
/** Longest street that is drawn at once: further apart, the places on it would leave whole blocks out. */
export const AVOIDED_STREET_MAX_METERS = 1500;
/** Of a longer street they are further apart: it leaves places for other streets. */
const MAX_PLACES = 25;
/** Metres around the first end of legs within which streets matter to them, in addition to twice the distance of the other ends. */
const MARGIN_METERS = 2000;
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
function placesAlong(line: AvoidedStreet): Place[] {
  const along = distancesAlong(line);
  const length = along.at(-1)!;
  const count = Math.min(MAX_PLACES, Math.max(1, Math.round(length / SPACING_METERS)));
  return Array.from({ length: count }, (_, n) => {
    const { lng, lat } = placeAlong({ line, along }, ((n + 0.5) / count) * length)!;
    return { lng: around(lng), lat };
  });
}

/**
 * What the router is to keep off between some places: of too many those of the streets drawn last.
 * @param reach metres that the way may lead further
 */
export function exclusionsNear(
  ends: readonly Place[],
  reach = 0,
): NonNullable<RoutingQuestion['exclude_locations']> {
  const metersTo = ({ lat, lng }: Place) => haversine(ends[0]!.lat, ends[0]!.lng, lat, lng);
  // A way may lead around as far as it leads on.
  const within = MARGIN_METERS + reach + 2 * Math.max(...ends.map(metersTo));
  return avoidedStreets()
    .toReversed()
    .flatMap((street) => placesAlong(street).filter((place) => metersTo(place) <= within))
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
