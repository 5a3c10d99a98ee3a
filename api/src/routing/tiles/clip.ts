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
