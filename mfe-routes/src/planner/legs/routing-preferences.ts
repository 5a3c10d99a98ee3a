import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import type { StoredName } from '@waymark/api-contract/stored-items';

/** What legs are routed by; stored for the next visit. Read anew each time: planner and page may come from two scripts. */
const MOTORWAYS_KEY = 'waymark.planner_motorways';
const SURFACE_KEY = 'waymark.planner_surface';
const AVOIDED_KEY = 'waymark.planner_avoided_streets';
export const AVOIDED_STREETS_MAX = 100;

export type PreferredSurface = 'paved' | 'unpaved';

/** What the browser does not store, because it refuses or is full: it holds as long as the page is open. */
const ownMemory = new Map<string, string>();

const read = (key: StoredName<'local'>): string | null => ownMemory.get(key) ?? readLocal(key) ?? null;

function write(key: StoredName<'local'>, value: string): void {
  if (writeLocal(key, value)) ownMemory.delete(key);
  else ownMemory.set(key, value);
}

/** Whether legs by car may use motorways; off by default. */
export const usesMotorways = (): boolean => read(MOTORWAYS_KEY) === '1';

/** Applies to legs routed from now on. */
export const setUsesMotorways = (take: boolean): void => write(MOTORWAYS_KEY, take ? '1' : '0');

/** The surface that legs on foot and by bicycle look for; null without a preference. */
export function preferredSurface(): PreferredSurface | null {
  const stored = read(SURFACE_KEY);
  return stored === 'paved' || stored === 'unpaved' ? stored : null;
}

/** Applies to legs routed from now on. */
export const setPreferredSurface = (surface: PreferredSurface | null): void =>
  write(SURFACE_KEY, surface ?? '');

/** A line along a street, or one place on it: longitude, latitude, longitude, ... in degrees. */
export type AvoidedStreet = Float64Array;

const isLine = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.length % 2 === 0 &&
  value.every((degrees, i) => Number.isFinite(degrees) && Math.abs(degrees) <= (i % 2 === 0 ? 180 : 90));

let parsed: { from: string | null; streets: readonly AvoidedStreet[] } = { from: null, streets: [] };

/** The streets that legs keep off; the same array as long as they are the same. */
export function avoidedStreets(): readonly AvoidedStreet[] {
  const from = read(AVOIDED_KEY);
  if (from === parsed.from) return parsed.streets;
  let lines: unknown = [];
  try {
    lines = JSON.parse(from ?? '[]');
  } catch {
    // Damaged: as if none were kept.
  }
  parsed = {
    from,
    streets: Array.isArray(lines) ? lines.filter(isLine).map((line) => Float64Array.from(line)) : [],
  };
  return parsed.streets;
}

/** Calls back when another tab changed the streets. @returns the function that ends it */
export function watchAvoidedStreets(onChange: () => void): () => void {
  // A storage that was cleared names no key.
  const listen = ({ key }: StorageEvent) => {
    if (key === AVOIDED_KEY || key === null) onChange();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Applies to legs routed from now on. */
export const setAvoidedStreets = (streets: readonly AvoidedStreet[]): void =>
  write(
    AVOIDED_KEY,
    JSON.stringify(streets.map((street) => Array.from(street, (degrees) => Number(degrees.toFixed(6))))),
  );
