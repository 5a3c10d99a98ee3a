/**
 * Picks at most `2 * buckets` indices of a column so that a drawn line keeps every peak:
 * the lowest and highest sample of each of `buckets` equal parts, in order. Missing samples are passed over.
 * @param isMissing tells a sample without a value
 */
export function thinByExtremes(
  values: ArrayLike<number>,
  from: number,
  to: number,
  buckets: number,
  isMissing: (value: number) => boolean,
): number[] {
  const count = to - from;
  if (count <= buckets * 2) return Array.from({ length: count }, (_, i) => from + i);
  const picked: number[] = [];
  for (let b = 0; b < buckets; b++) {
    const start = from + Math.floor((b * count) / buckets);
    const end = from + Math.floor(((b + 1) * count) / buckets);
    let low = -1;
    let high = -1;
    for (let i = start; i < end; i++) {
      const value = values[i]!;
      if (isMissing(value)) continue;
      if (low < 0 || value < values[low]!) low = i;
      if (high < 0 || value > values[high]!) high = i;
    }
    if (low < 0) picked.push(start);
    else if (low === high) picked.push(low);
    else picked.push(Math.min(low, high), Math.max(low, high));
  }
  return picked;
}

/**
 * Douglas-Peucker over `lat`/`lng` columns (degrees x 1e7), iterative: indices of the points that stay.
 * Points without position are left out. Distances are planar with longitude shrunk by the cosine of the latitude.
 * @param tolerance in degrees
 */
export function simplifyTrack(
  lat: Int32Array,
  lng: Int32Array,
  tolerance: number,
  missing: number,
): number[] {
  const at: number[] = [];
  for (let i = 0; i < lat.length; i++) if (lat[i] !== missing && lng[i] !== missing) at.push(i);
  if (at.length < 3) return at;
  const shrink = Math.cos(((lat[at[0]!]! / 1e7) * Math.PI) / 180);
  const limit = (tolerance * 1e7) ** 2;
  const keep = new Uint8Array(at.length);
  keep[0] = keep[at.length - 1] = 1;
  const stack = [0, at.length - 1];
  while (stack.length > 0) {
    const last = stack.pop()!;
    const first = stack.pop()!;
    const ax = lng[at[first]!]! * shrink;
    const ay = lat[at[first]!]!;
    const dx = lng[at[last]!]! * shrink - ax;
    const dy = lat[at[last]!]! - ay;
    const length = dx * dx + dy * dy;
    let worst = limit;
    let index = 0;
    for (let i = first + 1; i < last; i++) {
      const px = lng[at[i]!]! * shrink - ax;
      const py = lat[at[i]!]! - ay;
      const t = length ? Math.max(0, Math.min(1, (px * dx + py * dy) / length)) : 0;
      const away = (px - t * dx) ** 2 + (py - t * dy) ** 2;
      if (away > worst) {
        worst = away;
        index = i;
      }
    }
    if (index) {
      keep[index] = 1;
      stack.push(first, index, index, last);
    }
  }
  return at.filter((_, i) => keep[i]);
}
