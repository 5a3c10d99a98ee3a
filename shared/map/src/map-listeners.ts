import type { MapEvents, MapPointer } from './view.ts';

/** Calls one listener. An exception is reported and stops no other listener. */
function safely<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Listeners of a map's events. */
export interface MapListeners {
  add: <K extends keyof MapEvents>(event: K, listener: MapEvents[K]) => () => void;
  hasListeners: (event: keyof MapEvents) => boolean;
  emit: <K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>) => void;
  /** The first listener that returns true takes the pointer. */
  grab: (pointer: MapPointer) => boolean;
  onPalette: (listener: (dark: boolean) => void) => () => void;
  emitPalette: (dark: boolean) => void;
  clear: () => void;
}

export function createMapListeners(): MapListeners {
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
    hasListeners: (event: keyof MapEvents) => of(event).size > 0,
    emit<K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>) {
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
    emitPalette(dark: boolean) {
      for (const listener of palette) safely(() => listener(dark));
    },
    clear() {
      all.clear();
      palette.clear();
    },
  };
}
