/** What legs are routed by; stored for the next visit. Read anew each time: planner and page may come from two scripts. */
const MOTORWAYS_KEY = 'waymark.planner_motorways';
const SURFACE_KEY = 'waymark.planner_surface';

export type PreferredSurface = 'paved' | 'unpaved';

/** For browsers without storage. */
const ownMemory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return ownMemory.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    ownMemory.set(key, value);
  }
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
