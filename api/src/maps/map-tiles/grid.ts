/** Units along each side of a tile. */
export const EXTENT = 4096;
/** Units around a tile that are drawn too, so that wide lines do not end at its edge. */
export const BUFFER = 80;

export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Latitude of the upper edge of a row of tiles, `size` of which reach from pole to pole; rows need not be whole. */
export const latitudeAt = (y: number, size: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;

/** What a tile shows, with its buffer. */
export function boxOf({ z, x, y }: Tile): Box {
  const size = 2 ** z;
  const more = BUFFER / EXTENT;
  return [
    ((x - more) / size) * 360 - 180,
    latitudeAt(y + 1 + more, size),
    ((x + 1 + more) / size) * 360 - 180,
    latitudeAt(y - more, size),
  ];
}

export const overlap = (a: Box, b: Box): boolean =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

export const holds = ([west, south, east, north]: Box, { lat, lng }: { lat: number; lng: number }): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;

/** Degrees to units of a tile, in the projection of web maps; not rounded. */
export function projection({ z, x, y }: Tile): (lat: number, lng: number) => [x: number, y: number] {
  const size = 2 ** z * EXTENT;
  const [left, top] = [x * EXTENT, y * EXTENT];
  return (lat, lng) => {
    const sine = Math.sin((lat * Math.PI) / 180);
    return [
      ((lng + 180) / 360) * size - left,
      (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size - top,
    ];
  };
}
