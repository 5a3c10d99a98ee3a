/** A demo landscape of 760 by 470 units, 13 metres each: the track, its profile and the contour lines all come from it. */
export const WIDTH = 760;
export const HEIGHT = 470;
export const METRES_PER_UNIT = 13;

/** Hills and hollows: centre, reach in x and y, height in metres. */
const HILLS: readonly (readonly [number, number, number, number, number])[] = [
  [470, 165, 150, 95, 620],
  [610, 90, 120, 90, 330],
  [300, 120, 130, 80, 300],
  [190, 330, 170, 90, 210],
  [560, 330, 90, 110, 260],
  [40, 60, 160, 140, 240],
  [390, 420, 120, 70, -120],
  [720, 420, 140, 120, 190],
];

/** Metres above the sea. */
export function elevation(x: number, y: number): number {
  let metres = 420 + 24 * Math.sin(x / 47) * Math.cos(y / 39) + 12 * Math.sin((x + y) / 21);
  for (const [cx, cy, rx, ry, height] of HILLS)
    metres += height * Math.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2);
  return metres;
}

const CELL = 14;
type Point = readonly [number, number];

/** The line of one height as SVG path data: marching squares, with the pieces joined into long lines. */
export function contour(level: number): string {
  const ends = new Map<string, Point[]>();
  for (let y = 0; y < HEIGHT; y += CELL)
    for (let x = 0; x < WIDTH; x += CELL) {
      const crossings = cellCrossings(x, y, level);
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [a, b] = [crossings[i] as Point, crossings[i + 1] as Point];
        ends.set(key(a), [...(ends.get(key(a)) ?? []), b]);
        ends.set(key(b), [...(ends.get(key(b)) ?? []), a]);
      }
    }
  return joined(ends);
}

function cellCrossings(x: number, y: number, level: number): Point[] {
  const corners: Point[] = [
    [x, y],
    [x + CELL, y],
    [x + CELL, y + CELL],
    [x, y + CELL],
  ];
  const found: Point[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    const [ha, hb] = [elevation(...a), elevation(...b)];
    if (ha < level === hb < level) return;
    const t = (level - ha) / (hb - ha);
    found.push([Math.round(a[0] + t * (b[0] - a[0])), Math.round(a[1] + t * (b[1] - a[1]))]);
  });
  return found;
}

const key = (point: Point): string => point.join();

function joined(ends: Map<string, Point[]>): string {
  let path = '';
  const take = (from: Point): Point | undefined => {
    const next = ends.get(key(from))?.pop();
    if (next) {
      const back = ends.get(key(next)) ?? [];
      const i = back.findIndex((p) => key(p) === key(from));
      if (i >= 0) back.splice(i, 1);
    }
    return next;
  };
  const openFirst = [...ends].toSorted((a, b) => a[1].length - b[1].length);
  for (const [start] of openFirst) {
    let at = start.split(',').map(Number) as unknown as Point;
    let next = take(at);
    if (!next) continue;
    path += `M${at[0]} ${at[1]}l`;
    for (; next; next = take(at)) {
      path += `${next[0] - at[0]} ${next[1] - at[1]} `;
      at = next;
    }
  }
  return path.replaceAll(' -', '-').trim();
}
