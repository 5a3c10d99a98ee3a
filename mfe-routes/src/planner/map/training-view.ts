import { geocodeCalls, workoutCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import type { LngLat, MapView } from '@waymark/map';
import type { View } from './initial-view.ts';

/** Enough of the latest workouts to find one with a track. */
const LATEST = 20;
const TOWN_ZOOM = 12;
const COUNTRY_ZOOM = 5;
/** Degrees, and steps of zoom, below which a view counts as untouched. */
const MOVED = 0.01;

async function lastTrack(): Promise<View | null> {
  const { _embedded } = await call(workoutCalls.list, { query: { limit: LATEST } });
  const bounds = _embedded.workouts.find(({ preview }) => preview.bounds)?.preview.bounds;
  if (!bounds) return null;
  const [west, south, east, north] = bounds as [number, number, number, number];
  const middle = west > east ? (west + east + 360) / 2 : (west + east) / 2;
  return { center: [middle > 180 ? middle - 360 : middle, (south + north) / 2], zoom: TOWN_ZOOM };
}

async function countryView(country: string): Promise<View | null> {
  const q = new Intl.DisplayNames('en', { type: 'region' }).of(country);
  if (!q || q === country) return null;
  const { features } = await call(geocodeCalls.search, { query: { q, format: 'geojson', limit: 1 } });
  const center = features[0]?.center as LngLat | undefined;
  return center ? { center, zoom: COUNTRY_ZOOM } : null;
}

/**
 * Brings the place of the member's latest workout into view, else their country, unless they moved the map meanwhile.
 * Without either, or where a call fails, the map stays as it is.
 */
export async function showTrainingPlace(map: MapView, country: string | null): Promise<void> {
  const before = { center: map.center(), zoom: map.zoomLevel() };
  const view = await lastTrack()
    .then((found) => found ?? (country ? countryView(country) : null))
    .catch(() => null);
  const [lng, lat] = map.center();
  const isMoved =
    Math.abs(lng - before.center[0]) > MOVED ||
    Math.abs(lat - before.center[1]) > MOVED ||
    Math.abs(map.zoomLevel() - before.zoom) > MOVED;
  if (view && !isMoved) map.look(view.center, view.zoom, false);
}
