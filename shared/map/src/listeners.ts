import type { MapEvents, MapPointer } from './view.ts';

/** Calls one listener. What it throws is reported, and stops nothing. */
function safely<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

export interface Listeners {
  add: <K extends keyof MapEvents>(event: K, listener: MapEvents[K]) => () => void;
  heard: (event: keyof MapEvents) => boolean;
  tell: <K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>) => void;
  /** The first that takes the pointer has it. */
  grab: (pointer: MapPointer) => boolean;
  onPalette: (listener: (dark: boolean) => void) => () => void;
  recoloured: (dark: boolean) => void;
  clear: () => void;
}

/** Who listens to a map. */
export function createListeners(): Listeners {
  const all = new Map<keyof MapEvents, Set<(...about: never[]) => unknown>>();
  const palette = new Set<(dark: boolean) => void>();
  const of = (event: keyof MapEvents) => all.get(event) ?? new Set();
  return {
    add<K extends keyof MapEvents>(event: K, listener: MapEvents[K]) {
      // One and the same function may listen twice.
      const entry = (...about: Parameters<MapEvents[K]>) =>
        (listener as (...args: Parameters<MapEvents[K]>) => unknown)(...about);
      all.set(event, of(event).add(entry));
      return () => void of(event).delete(entry);
    },
    heard: (event: keyof MapEvents) => of(event).size > 0,
    tell<K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>) {
      for (const listener of of(event))
        safely(() => (listener as (...args: Parameters<MapEvents[K]>) => unknown)(...about));
    },
    grab: (pointer) =>
      [...of('grab')].some((listener) => safely(() => (listener as unknown as MapEvents['grab'])(pointer))),
    onPalette(listener: (dark: boolean) => void): () => void {
      const entry = (dark: boolean) => listener(dark);
      palette.add(entry);
      return () => void palette.delete(entry);
    },
    recoloured(dark: boolean) {
      for (const listener of palette) safely(() => listener(dark));
    },
    clear() {
      all.clear();
      palette.clear();
    },
  };
}
