/** A part of a course, in metres from its start; `from` is less than `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Cursor and selected range that a profile and a map share. A planner is one. */
export interface ProfileFocus {
  /** Metres along the course under the pointer, null for nowhere; and the part that is selected. */
  get(): { readonly cursor: number | null; readonly range: Range | null };
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  setCursor(along: number | null): void;
  setRange(range: Range | null): void;
}

/** Kept outside React, so that pointer moves cause no renders. */
export function createFocus(): ProfileFocus {
  let state: { cursor: number | null; range: Range | null } = { cursor: null, range: null };
  const listeners = new Set<() => void>();
  const set = (next: typeof state) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setCursor: (cursor) => cursor !== state.cursor && set({ ...state, cursor }),
    setRange: (range) => range !== state.range && set({ ...state, range }),
  };
}
