import { BUFFER, EXTENT } from './grid.ts';

const LOW = -BUFFER;
const HIGH = EXTENT + BUFFER;

/** The share of a stretch that lies within the buffer, from and to; null where none does (Liang and Barsky). */
function within(ax: number, ay: number, bx: number, by: number): [from: number, to: number] | null {
  let [from, to] = [0, 1];
  for (const [start, step] of [
    [ax, bx - ax],
    [ay, by - ay],
  ] as const) {
    if (step === 0) {
      if (start < LOW || start > HIGH) return null;
      continue;
    }
    const [one, other] = [(LOW - start) / step, (HIGH - start) / step];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
    if (from > to) return null;
  }
  return [from, to];
}

/**
 * The pieces of a line that a tile shows, in whole units; x, y, x, y. A line that leaves and comes back is in several.
 * @param line x, y, x, y in units of the tile
 */
export function clipLine(line: readonly number[]): number[][] {
  const pieces: number[][] = [];
  let piece: number[] = [];
  const end = () => {
    if (piece.length > 2) pieces.push(piece);
    piece = [];
  };
  const add = (x: number, y: number) => {
    const [px, py] = [Math.round(x), Math.round(y)];
    if (piece.at(-2) !== px || piece.at(-1) !== py || piece.length === 0) piece.push(px, py);
  };
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const inside = within(ax, ay, bx, by);
    if (!inside) {
      end();
      continue;
    }
    const [from, to] = inside;
    if (from > 0) end();
    add(ax + from * (bx - ax), ay + from * (by - ay));
    add(ax + to * (bx - ax), ay + to * (by - ay));
    if (to < 1) end();
  }
  end();
  return pieces;
}

/** The part of a ring on one side of a line that goes straight across (Sutherland and Hodgman). */
function cutAt(ring: readonly number[], axis: 0 | 1, limit: number, above: boolean): number[] {
  const out: number[] = [];
  const inside = (i: number) => (above ? ring[i + axis]! >= limit : ring[i + axis]! <= limit);
  for (let i = 0; i < ring.length; i += 2) {
    const before = i === 0 ? ring.length - 2 : i - 2;
    if (inside(i) !== inside(before)) {
      const share = (limit - ring[before + axis]!) / (ring[i + axis]! - ring[before + axis]!);
      const other = axis === 0 ? 1 : 0;
      const across = ring[before + other]! + share * (ring[i + other]! - ring[before + other]!);
      out.push(...(axis === 0 ? [limit, across] : [across, limit]));
    }
    if (inside(i)) out.push(ring[i]!, ring[i + 1]!);
  }
  return out;
}

/** Twice the area of a ring; positive where it goes clockwise on the map. */
export function signedArea(ring: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    sum += ring[i]! * ring[next + 1]! - ring[next]! * ring[i + 1]!;
  }
  return sum;
}

/**
 * What a tile shows of a ring, in whole units; empty where nothing is left.
 * @param ring x, y, x, y in units of the tile, without the first point again at its end
 */
export function clipRing(ring: readonly number[]): number[] {
  let left: readonly number[] = ring;
  for (const axis of [0, 1] as const) {
    left = cutAt(left, axis, LOW, true);
    left = cutAt(left, axis, HIGH, false);
  }
  const out: number[] = [];
  for (let i = 0; i < left.length; i += 2) {
    const [x, y] = [Math.round(left[i]!), Math.round(left[i + 1]!)];
    if (out.length === 0 || out.at(-2) !== x || out.at(-1) !== y) out.push(x, y);
  }
  if (out.length > 2 && out[0] === out.at(-2) && out[1] === out.at(-1)) out.length -= 2;
  return out.length >= 6 && signedArea(out) !== 0 ? out : [];
}
