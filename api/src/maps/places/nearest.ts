import { PART } from './layout.ts';
import type { Places, Spot } from './places.ts';

/** Kilometres from its middle that a city of so many people reaches: a disc with 8,000 of them on each km². */
export const reachOf = (population: number): number => Math.sqrt(population / (8000 * Math.PI));

/** Farther away a place belongs to no city. */
const FARTHEST_KM = 50;
const KM_PER_DEGREE = 111.195;
/** Kilometres that even the smallest place reaches, so that a hamlet's name does not cover a city's edge. */
const MIN_REACH_KM = 1.5;
const RADIANS = Math.PI / 180;

/** Cities by squares of one degree: those of square `s` are `cities[start[s]]` to `cities[start[s + 1]]`. */
interface Grid {
  start: Uint32Array;
  cities: Uint32Array;
}

const squareOf = (lat: number, lng: number) =>
  Math.min(179, Math.floor(lat + 90)) * 360 + ((Math.floor(lng + 180) + 720) % 360);

function gridOf({ data, count }: Places): Grid {
  const start = new Uint32Array(180 * 360 + 1);
  const squares = new Uint32Array(count);
  for (let city = 0; city < count; city++) {
    const square = squareOf(data.lat[city]! / 1e5, data.lng[city]! / 1e5);
    squares[city] = square;
    start[square + 1]!++;
  }
  for (let square = 0; square < start.length - 1; square++) start[square + 1]! += start[square]!;
  const next = start.slice();
  const cities = new Uint32Array(count);
  for (let city = 0; city < count; city++) cities[next[squares[city]!]!++] = city;
  return { start, cities };
}

const grids = new WeakMap<Places, Grid>();

function gridFor(places: Places): Grid {
  let grid = grids.get(places);
  if (!grid) grids.set(places, (grid = gridOf(places)));
  return grid;
}

/** Kilometres, for places near each other. */
export function kilometres(a: Spot, b: Spot): number {
  const east = Math.abs(a.lng - b.lng);
  const shorter = Math.min(east, 360 - east) * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  return KM_PER_DEGREE * Math.hypot(a.lat - b.lat, shorter);
}

/**
 * The city that a place belongs to: the nearest, measured by how far each city reaches, within 50 km. Sections of
 * cities are passed over. -1 where there is none.
 */
export function nearestCity(places: Places, spot: Spot): number {
  const grid = gridFor(places);
  const { data } = places;
  const tall = FARTHEST_KM / KM_PER_DEGREE;
  const wide = Math.min(180, tall / Math.max(0.01, Math.cos(spot.lat * RADIANS)));
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let row = Math.floor(spot.lat - tall); row <= Math.floor(spot.lat + tall); row++) {
    if (row < -90 || row > 89) continue;
    for (let column = Math.floor(spot.lng - wide); column <= Math.floor(spot.lng + wide); column++) {
      const square = squareOf(row, column);
      for (let at = grid.start[square]!; at < grid.start[square + 1]!; at++) {
        const city = grid.cities[at]!;
        if (data.flags[city]! & PART) continue;
        const north = data.lat[city]! / 1e5 - spot.lat;
        if (north > tall || north < -tall) continue;
        const away = kilometres(spot, places.spot(city));
        if (away > FARTHEST_KM) continue;
        const share = away / (reachOf(data.population[city]!) + MIN_REACH_KM);
        if (share < least || (share === least && city < best)) [least, best] = [share, city];
      }
    }
  }
  return best;
}

/** Cities in a box of degrees that does not cross the date line. Sections of cities are passed over. */
export function citiesIn(
  places: Places,
  [west, south, east, north]: readonly [west: number, south: number, east: number, north: number],
): number[] {
  const { start, cities } = gridFor(places);
  const found: number[] = [];
  for (let row = Math.floor(south); row <= Math.min(89, Math.floor(north)); row++)
    for (let column = Math.floor(west); column <= Math.min(179, Math.floor(east)); column++) {
      const square = squareOf(row, column);
      for (const city of cities.subarray(start[square], start[square + 1])) {
        const { lat, lng } = places.spot(city);
        const inside = lat >= south && lat <= north && lng >= west && lng <= east;
        if (inside && !(places.data.flags[city]! & PART)) found.push(city);
      }
    }
  return found;
}
