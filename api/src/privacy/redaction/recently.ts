/**
 * Keeps what was made last, up to `most` bytes; what is being made is made once for all who ask meanwhile.
 * What failed is not kept.
 */
export function recently<T>(
  most: number,
  sizeOf: (made: T) => number,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { made: Promise<T>; size: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return (key, make) => {
    const known = kept.get(key);
    if (known) {
      // The last one asked for goes to the end: the first is the next to go.
      kept.delete(key);
      kept.set(key, known);
      return known.made;
    }
    const entry = { made: make(), size: 0 };
    kept.set(key, entry);
    entry.made.then(
      (made) => {
        if (kept.get(key) !== entry) return;
        total += entry.size = sizeOf(made);
        for (const oldest of kept.keys()) {
          if (total <= most) break;
          forget(oldest);
        }
      },
      () => kept.get(key) === entry && forget(key),
    );
    return entry.made;
  };
}
