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

/** Points that one run of Douglas-Peucker sees at once: keeps its worst case (many equal distances) linear in the whole. */
const BLOCK = 512;

/**
 * Douglas-Peucker over `lat`/`lng` columns (degrees x 1e7), in blocks of 512 points: indices of the points that stay.
 * Points without position are left out. Distances are planar with longitude shrunk by the cosine of the latitude.
 * @param tolerance in degrees
 * @param candidates only these indices are looked at; all of them unless given
 */
export function simplifyTrack(
  lat: Int32Array,
  lng: Int32Array,
  tolerance: number,
  missing: number,
  candidates?: readonly number[],
): number[] {
  const at: number[] = [];
  const look = (i: number) => {
    if (lat[i] !== missing && lng[i] !== missing) at.push(i);
  };
  if (candidates) candidates.forEach(look);
  else for (let i = 0; i < lat.length; i++) look(i);
  if (at.length < 3 || tolerance <= 0) return at;
  const shrink = Math.cos(((lat[at[0]!]! / 1e7) * Math.PI) / 180);
  const x = Float64Array.from(at, (i) => lng[i]! * shrink);
  const y = Float64Array.from(at, (i) => lat[i]!);
  const keep = new Uint8Array(at.length);
  for (let start = 0; start < at.length - 1; start += BLOCK) {
    markCorners(x, y, start, Math.min(start + BLOCK, at.length - 1), (tolerance * 1e7) ** 2, keep);
  }
  return at.filter((_, i) => keep[i]);
}

function markCorners(
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
  limit: number,
  keep: Uint8Array,
): void {
  keep[from] = keep[to] = 1;
  const stack = [from, to];
  while (stack.length > 0) {
    const last = stack.pop()!;
    const first = stack.pop()!;
    const ax = x[first]!;
    const ay = y[first]!;
    const dx = x[last]! - ax;
    const dy = y[last]! - ay;
    const length = dx * dx + dy * dy;
    let worst = limit;
    let index = 0;
    for (let i = first + 1; i < last; i++) {
      const px = x[i]! - ax;
      const py = y[i]! - ay;
      const along = length ? (px * dx + py * dy) / length : 0;
      const t = along < 0 ? 0 : along > 1 ? 1 : along;
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
}
