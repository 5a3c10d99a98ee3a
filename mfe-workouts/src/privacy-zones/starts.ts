import type { PrivacyZone } from '@waymark/api-contract';
import type { OwnTracks } from '../shared/own-tracks.ts';
import { lngLatOf } from '@waymark/map';

export interface StartPlace {
  lat: number;
  lng: number;
  /** Workouts that begin here. */
  count: number;
}

/** Starts this close together are one place: the satellites take their time to agree. */
const CELL_DEGREES = 0.002;
const METERS_PER_DEGREE = 111_195;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Metres between two places that are near each other. */
function metersBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const east = ((a.lng - b.lng + 540) % 360) - 180;
  return Math.hypot(a.lat - b.lat, east * Math.cos((a.lat * Math.PI) / 180)) * METERS_PER_DEGREE;
}

/** Where most workouts begin that no zone covers yet; null when nowhere twice. */
export function usualStart({ set }: OwnTracks, zones: readonly PrivacyZone[]): StartPlace | null {
  const cells = new Map<string, { lat: number; lng: number }[]>();
  for (let track = 0; track + 1 < set.starts.length; track++) {
    const at = set.starts[track]!;
    if (at === set.starts[track + 1]) continue;
    const [lng, lat] = lngLatOf(set.x[at]!, set.y[at]!);
    if (zones.some((zone) => metersBetween(zone, { lat, lng }) <= zone.radius)) continue;
    // Each start counts in the four cells that overlap at it: a place on a border is not torn apart.
    const [row, column] = [Math.floor(lat / CELL_DEGREES), Math.floor(lng / CELL_DEGREES)];
    for (const [down, right] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const) {
      const key = `${row + down} ${column + right}`;
      const cell = cells.get(key);
      if (cell) cell.push({ lat, lng });
      else cells.set(key, [{ lat, lng }]);
    }
  }
  let most: { lat: number; lng: number }[] = [];
  for (const places of cells.values()) if (places.length > most.length) most = places;
  if (most.length < 2) return null;
  return {
    lat: median(most.map(({ lat }) => lat)),
    lng: median(most.map(({ lng }) => lng)),
    count: most.length,
  };
}
