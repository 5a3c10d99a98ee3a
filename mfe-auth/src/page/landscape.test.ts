import { HEIGHT, landscape, WIDTH } from './landscape.ts';

const points = (path: string) =>
  path
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number]);
const { rows, summit } = landscape();

it('draws each ridge from edge to edge', () => {
  for (const { ridge } of rows) {
    const line = points(ridge);
    expect(line[0]?.[0]).toBeLessThan(0);
    expect(line.at(-1)?.[0]).toBeGreaterThan(WIDTH);
    expect(line.flat().every(Number.isFinite)).toBe(true);
  }
});

it('leads the trail in one piece from the summit out of the picture', () => {
  const pieces = rows
    .map(({ trail }) => trail)
    .filter(Boolean)
    .map(points);
  expect(pieces[0]?.[0]).toEqual([summit.x, summit.y]);
  pieces.slice(1).forEach((piece, i) => expect(piece[0]).toEqual(pieces[i]?.at(-1)));
  expect(pieces.at(-1)?.at(-1)?.[1]).toBeGreaterThan(HEIGHT);
});

it('puts the summit above every other place on its ridge', () => {
  const highest = Math.min(...rows.flatMap(({ ridge }) => points(ridge).map(([, y]) => y)));
  expect(summit.y - highest).toBeLessThan(15);
});
